import { maxHoldingDrafts, maxOpenDrafts } from "@vetrina/contract/orders/draft-orders";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { holdStock, releaseStock } from "../inventory/hold-stock.ts";
import { lockLevelsOf } from "../inventory/levels.ts";
import type { DraftRow } from "./draft-rows.ts";
import type { PricedDraft } from "./price-draft.ts";

/** Writes a new draft with its lines. The caller then calls holdUnits() if the units are to be held. */
export async function insertDraft(
  tx: Transaction,
  id: string,
  { terms, amounts, lines }: PricedDraft,
  of: { currency: string; keyHash: Buffer; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into shop.draft_orders (store_id, id, customer_id, email, language, note, tags, shipping_address, billing_address,
      shipping_rate_id, shipping_name, shipping_price_minor, discount, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor,
      tax_included_minor, total_minor, price_trace, hold_until, key_hash, expires_at, created_at, updated_at)
    values (${tx.storeId}, ${id}, ${terms.customer_id}, ${terms.email}, ${terms.language}, ${terms.note}, ${terms.tags},
      ${json(terms.shipping_address)}, ${json(terms.billing_address)}, ${terms.shipping_rate_id}, ${terms.shipping_name},
      ${terms.shipping_price_minor}, ${json(terms.discount)}, ${of.currency}, ${amounts.subtotal_minor}, ${amounts.discount_minor},
      ${amounts.shipping_minor}, ${amounts.tax_minor}, ${amounts.tax_included_minor}, ${amounts.total_minor},
      ${json(amounts.price_trace)}, ${terms.hold_until}, ${of.keyHash}, ${terms.expires_at}, ${of.at}, ${of.at})`);
  await insertLines(tx, id, lines);
}

/** Writes a draft's terms, amounts and lines. The caller must hold the draft's lock. */
export async function rewriteDraft(
  tx: Transaction,
  id: string,
  { terms, amounts, lines }: PricedDraft,
): Promise<void> {
  await tx.run(sql`
    update shop.draft_orders set customer_id = ${terms.customer_id}, email = ${terms.email}, language = ${terms.language},
      note = ${terms.note}, tags = ${terms.tags}, shipping_address = ${json(terms.shipping_address)},
      billing_address = ${json(terms.billing_address)}, shipping_rate_id = ${terms.shipping_rate_id},
      shipping_name = ${terms.shipping_name}, shipping_price_minor = ${terms.shipping_price_minor}, discount = ${json(terms.discount)},
      subtotal_minor = ${amounts.subtotal_minor}, discount_minor = ${amounts.discount_minor}, shipping_minor = ${amounts.shipping_minor},
      tax_minor = ${amounts.tax_minor}, tax_included_minor = ${amounts.tax_included_minor}, total_minor = ${amounts.total_minor},
      price_trace = ${json(amounts.price_trace)}, hold_until = ${terms.hold_until}, expires_at = ${terms.expires_at},
      failure = null, failed_at = null, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`);
  await tx.run(
    sql`delete from shop.draft_order_lines where store_id = ${tx.storeId} and draft_id = ${id}`,
  );
  await insertLines(tx, id, lines);
}

async function insertLines(
  tx: Transaction,
  id: string,
  lines: PricedDraft["lines"],
): Promise<void> {
  const rows = lines.map((line, position) => Object.assign({ position }, line));
  await tx.run(sql`
    insert into shop.draft_order_lines (store_id, draft_id, position, product_id, variant_id, link, name, variant_name, sku, image,
      quantity, fixed_price_minor, has_own_price, discount, price_minor, discount_minor, tax_minor, tax_included_minor, total_minor)
    select ${tx.storeId}, ${id}, i.* from jsonb_to_recordset(${JSON.stringify(rows)}) as i(position int, product_id uuid, variant_id uuid,
      link text, name text, variant_name text, sku text, image text, quantity int, fixed_price_minor int, has_own_price boolean,
      discount jsonb, price_minor int, discount_minor bigint, tax_minor bigint, tax_included_minor bigint, total_minor bigint)`);
}

/**
 * Holds a new or locked draft's units under the draft's id and releases those it held before. Throws OUT_OF_STOCK, and
 * LIMIT_REACHED if too many drafts of the store hold units.
 */
export async function holdUnits(
  tx: Transaction,
  id: string,
  { priced }: Pick<PricedDraft, "priced">,
  before: { isHolding: boolean; variantIds: readonly string[] },
): Promise<void> {
  if (before.isHolding) {
    await lockLevelsOf(tx, [
      ...before.variantIds,
      ...priced.lines.map(({ variantId }) => variantId),
    ]);
    await releaseStock(tx, id, "Draft order changed");
  } else await requireHoldRoom(tx);
  await holdStock(tx, id, priced.lines, "Draft order");
  await setHolding(tx, id, true);
}

/** Releases a draft's held units. The caller must hold the draft's lock. */
export async function releaseUnits(tx: Transaction, id: string, reason: string): Promise<void> {
  await releaseStock(tx, id, reason);
  await setHolding(tx, id, false);
}

async function setHolding(tx: Transaction, id: string, isHolding: boolean): Promise<void> {
  await tx.run(sql`
    update shop.draft_orders set is_holding = ${isHolding}, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`);
}

/**
 * Throws LIMIT_REACHED if too many drafts hold units. Staff may hold more than shoppers, but each hold adds work to the
 * sweep that ends expired ones.
 */
async function requireHoldRoom(tx: Transaction): Promise<void> {
  await lockCounts(tx);
  const row = await tx.row<{ held: number }>(sql`
    select count(*)::int as held from shop.draft_orders where store_id = ${tx.storeId} and is_holding`);
  if ((row?.held ?? 0) < maxHoldingDrafts) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `At most ${maxHoldingDrafts} draft orders can hold units at a time. Release another draft's units first.`,
    { max: maxHoldingDrafts },
  );
}

/** Throws LIMIT_REACHED if the store has the maximum number of drafts that haven't become orders. */
export async function requireRoom(tx: Transaction): Promise<void> {
  await lockCounts(tx);
  const row = await tx.row<{ open: number }>(sql`
    select count(*)::int as open from shop.draft_orders where store_id = ${tx.storeId} and converted_at is null`);
  if ((row?.open ?? 0) < maxOpenDrafts) return;
  throw new ApiFailure(
    "LIMIT_REACHED",
    `A store can have at most ${maxOpenDrafts} draft orders that are open or expired. Delete one first.`,
    { max: maxOpenDrafts },
  );
}

async function lockCounts(tx: Transaction): Promise<void> {
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`draft orders ${tx.storeId}`}, 0))`,
  );
}

/** Deletes a draft that holds no units. The caller must hold the draft's lock. */
export async function removeDraft(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    sql`delete from shop.draft_order_lines where store_id = ${tx.storeId} and draft_id = ${id}`,
  );
  await tx.run(sql`delete from shop.draft_orders where store_id = ${tx.storeId} and id = ${id}`);
}

/** Marks the draft as converted and clears it: the order now has the buyer's data and the held units. */
export async function markConverted(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.draft_orders set converted_at = ${at}, is_holding = false, email = null, note = null, shipping_address = null,
      billing_address = null, tags = '{}', failure = null, failed_at = null, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`);
}

export async function markSent(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    update shop.draft_orders set sent_at = ${at}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`);
}

export async function replaceDraftKey(
  tx: Transaction,
  { id }: Pick<DraftRow, "id">,
  { version, hash }: { version: number; hash: Buffer },
): Promise<void> {
  await tx.run(sql`
    update shop.draft_orders set link_version = ${version}, key_hash = ${hash}, version = version + 1, updated_at = now()
    where store_id = ${tx.storeId} and id = ${id}`);
}

/** Records why the buyer couldn't open the draft, for staff. */
export async function noteFailure(
  tx: Transaction,
  id: string,
  { code, at }: { code: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    update shop.draft_orders set failure = ${code}, failed_at = ${at}
    where store_id = ${tx.storeId} and id = ${id} and converted_at is null`);
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
