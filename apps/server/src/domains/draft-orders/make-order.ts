import { draftPaymentHours } from "@vetrina/commerce/constants";
import { toMajor, toMinor } from "@vetrina/commerce/money";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { holdMode } from "../../platform/database/hold-mode.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { orderKey } from "../../platform/http/callers/order-cookie.ts";
import { mailCallersOf } from "../../platform/mail/mail-shares.ts";
import { hostOf } from "../../platform/mail/origin-of-host.ts";
import { holdStock, requireStock } from "../inventory/hold-stock.ts";
import { completeOrder, freeOrder } from "../order-records/complete-order.ts";
import { insertOrder, isInOldCurrency } from "../order-records/insert-order.ts";
import { readOrderWithItems } from "../order-records/order-rows.ts";
import { writeDetails } from "../order-records/order-states.ts";
import type { OrderRow } from "../order-records/present-order.ts";
import { recordEvent } from "../order-records/record-event.ts";
import { newOrder } from "../orders/new-order.ts";
import { quoteOf } from "../pricing/quote.ts";
import { type DraftRow, readDraftLines } from "./draft-rows.ts";
import { priceDraft, type PricedDraft } from "./price-draft.ts";
import { otherCurrency, requireSameCurrency } from "./read-terms.ts";
import { markConverted } from "./write-draft.ts";

/** Who converts the draft, and the changed total that they confirmed, if any. */
export type Conversion = { by: "link" | "staff"; total: number | undefined };

/**
 * Turns a locked draft into an order with the same id. The order takes over the units that the draft holds, without a
 * movement; other units are held now. Prices, discounts and shipping stay as shown. Throws TOTAL_CHANGED if taxes
 * changed the total and `total` isn't the new one.
 */
export async function makeOrder(
  tx: Transaction,
  ctx: Context,
  draft: DraftRow,
  { by, total }: Conversion,
): Promise<OrderWithItems> {
  if (draft.converted_at !== null) return readOrderWithItems(tx, draft.id);
  requireSameCurrency(draft, ctx);
  const lines = await readDraftLines(tx, draft.id);
  const priced = await priceDraft(tx, ctx, draft, lines, "fixed");
  requireTotal(ctx, draft, priced, total);
  if (!draft.is_holding) {
    requireStock(priced.priced.lines);
    await holdStock(tx, draft.id, priced.priced.lines);
  }
  await orOtherCurrency(writeOrder(tx, ctx, draft, priced, by));
  return readOrderWithItems(tx, draft.id);
}

/** Awaits the order. Throws like requireSameCurrency if the store has changed its currency meanwhile. */
async function orOtherCurrency(writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (error) {
    throw isInOldCurrency(error) ? otherCurrency() : error;
  }
}

async function writeOrder(
  tx: Transaction,
  ctx: Context,
  draft: DraftRow,
  priced: PricedDraft,
  by: Conversion["by"],
): Promise<void> {
  const { id } = draft;
  const now = ctx.now();
  const { order, items } = rowsOf(ctx, draft, priced, now);
  const free = order.total_minor === 0 ? freeOrder(order, await holdMode(tx), now) : null;
  await insertOrder(
    tx,
    order,
    items,
    {
      keyHash: orderKey(ctx.services, id).hash,
      // Staff decided to sell these units, so they don't count toward any shopper's limit.
      heldBy: null,
      mailCallers: by === "link" ? mailCallersOf(ctx) : [],
      shippingRateId: draft.shipping_rate_id,
      host: by === "link" ? hostOf(ctx) : null,
    },
    { userId: null, name: draft.shipping_address?.name ?? "", customerId: draft.customer_id },
  );
  await markConverted(tx, id, now);
  if (draft.tags.length > 0) await writeDetails(tx, id, { email: order.email, tags: draft.tags });
  await recordEvent(tx, ctx, id, {
    kind: "draft-converted",
    data: { by, preparedAt: draft.created_at, linkSentAt: draft.sent_at },
  });
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "order",
    entityId: id,
    after: { total: toMajor(order.total_minor, order.currency), fromDraft: true, by },
  });
  if (free !== null) await completeOrder(tx, order, free);
}

function rowsOf(ctx: Context, draft: DraftRow, { priced }: PricedDraft, now: Date) {
  const made = newOrder(
    ctx.store,
    draft.id,
    priced,
    {
      items: [],
      email: draft.email ?? undefined,
      shippingAddress: draft.shipping_address ?? undefined,
      billingAddress: draft.billing_address,
      note: draft.note ?? undefined,
      language: draft.language ?? undefined,
    },
    now,
  );
  const order: OrderRow = {
    ...made.order,
    shipping_method: draft.shipping_name ?? made.order.shipping_method,
    expires_at: payableUntil(draft, now),
  };
  return { order, items: made.items };
}

/**
 * Returns the order's payment deadline: draftPaymentHours from now, because a buyer may open the link and pay later, or
 * the end of the hold that staff set, if that is later.
 */
function payableUntil({ hold_until: held }: DraftRow, now: Date): Date {
  const usual = new Date(now.getTime() + draftPaymentHours * 3_600_000);
  return held !== null && held > usual ? held : usual;
}

/**
 * Throws TOTAL_CHANGED if the total has changed since the draft was priced and the caller has not confirmed the new
 * one. Prices are fixed, so only taxes can change the total.
 */
function requireTotal(
  ctx: Context,
  draft: DraftRow,
  { priced, amounts }: PricedDraft,
  confirmed: number | undefined,
): void {
  const { currency } = ctx.store;
  if (amounts.total_minor === draft.total_minor || isSame(confirmed, amounts, currency)) return;
  throw new ApiFailure(
    "TOTAL_CHANGED",
    "The total has changed because taxes have changed. Check the new total and confirm.",
    {
      quote: quoteOf(priced, ctx.store, {
        estimated: draft.shipping_address === null,
        now: ctx.now(),
      }),
      previousTotal: toMajor(draft.total_minor, currency),
    },
  );
}

function isSame(
  major: number | undefined,
  { total_minor: minor }: PricedDraft["amounts"],
  currency: string,
): boolean {
  if (major === undefined) return false;
  try {
    return toMinor(major, currency) === minor;
  } catch {
    return false;
  }
}
