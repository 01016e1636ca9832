import { toMajor } from "@vetrina/commerce/money";
import type { Address } from "@vetrina/contract/common";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type {
  DraftOrder,
  DraftOrderWithItems,
  StaffDiscount,
} from "@vetrina/contract/orders/draft-orders";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { type KeptStep, presentTrace } from "../pricing/present-trace.ts";

/** The terms that staff entered, before pricing. Amounts are in minor units, except in discounts. */
export type DraftTerms = {
  customer_id: string | null;
  email: string | null;
  language: LanguageCode | null;
  note: string | null;
  tags: string[];
  shipping_address: Address | null;
  billing_address: Address | null;
  /** null: staff set custom shipping (shipping_name), or no shipping has been chosen yet. */
  shipping_rate_id: string | null;
  shipping_name: string | null;
  shipping_price_minor: number;
  discount: StaffDiscount | null;
  hold_until: Date | null;
  expires_at: Date;
};

/** The amounts of a priced draft, in minor units. */
export type DraftAmounts = {
  subtotal_minor: number;
  discount_minor: number;
  shipping_minor: number;
  tax_minor: number;
  tax_included_minor: number;
  total_minor: number;
  price_trace: KeptStep[];
};

/** A row of shop.draft_orders. */
export type DraftRow = DraftTerms &
  DraftAmounts & {
    store_id: string;
    id: string;
    currency: string;
    is_holding: boolean;
    link_version: number;
    /** False once the buyer's erasure has ended the pay link, until lockToLink() makes a new one. */
    has_key: boolean;
    sent_at: Date | null;
    failure: string | null;
    failed_at: Date | null;
    converted_at: Date | null;
    version: number;
    created_at: Date;
  };

/** A draft without its price trace, which is larger than all other columns together and not shown in lists. */
export type ListedDraft = Omit<DraftRow, "price_trace" | "has_key">;

/** A row of shop.draft_order_lines. */
export type DraftLineRow = {
  product_id: string;
  variant_id: string;
  link: string;
  name: string;
  variant_name: string;
  sku: string | null;
  image: string | null;
  quantity: number;
  fixed_price_minor: number;
  has_own_price: boolean;
  discount: StaffDiscount | null;
  price_minor: number;
  discount_minor: number;
  tax_minor: number;
  tax_included_minor: number;
  total_minor: number;
};

export const listedColumns = sql`store_id, id, customer_id, email, language, note, tags, shipping_address, billing_address, shipping_rate_id,
  shipping_name, shipping_price_minor, discount, currency, subtotal_minor, discount_minor, shipping_minor, tax_minor, tax_included_minor,
  total_minor, hold_until, is_holding, link_version, expires_at, sent_at, failure, failed_at, converted_at, version, created_at`;

/** The columns of a DraftRow. */
export const draftColumns = sql`${listedColumns}, price_trace, key_hash <> '' as has_key`;

/** The columns of a DraftLineRow. */
export const lineColumns = sql`product_id, variant_id, link, name, variant_name, sku, image, quantity, fixed_price_minor, has_own_price,
  discount, price_minor, discount_minor, tax_minor, tax_included_minor, total_minor`;

/** Reads a draft. Throws NOT_FOUND if there is none, or if the transaction has no access to it. */
export async function readDraft(tx: Transaction, id: string): Promise<DraftRow> {
  const row = await tx.row<DraftRow>(sql`
    select ${draftColumns} from shop.draft_orders where store_id = ${tx.storeId} and id = ${id}`);
  if (row === undefined) throw notFound("draft order");
  return row;
}

/** Reads and locks a draft. Handlers call it before they change the draft. */
export async function lockDraft(tx: Transaction, id: string): Promise<DraftRow> {
  const row = await tx.row<DraftRow>(sql`
    select ${draftColumns} from shop.draft_orders where store_id = ${tx.storeId} and id = ${id} for update`);
  if (row === undefined) throw notFound("draft order");
  return row;
}

export function readDraftLines(tx: Transaction, id: string): Promise<DraftLineRow[]> {
  return tx.rows<DraftLineRow>(sql`
    select ${lineColumns} from shop.draft_order_lines where store_id = ${tx.storeId} and draft_id = ${id} order by position`);
}

export async function readDraftWithItems(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<DraftOrderWithItems> {
  return presentDraftWithItems(await readDraft(tx, id), await readDraftLines(tx, id), now);
}

/** Throws INVALID_TRANSITION for a draft that has become an order. */
export function requireOpen(draft: DraftRow): void {
  if (draft.converted_at === null) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "This draft has become an order and can no longer be changed. Change the order instead.",
    { status: "CONVERTED", orderId: draft.id },
  );
}

export function statusOf(draft: Pick<DraftRow, "converted_at" | "expires_at">, now: Date) {
  if (draft.converted_at !== null) return "CONVERTED" as const;
  return draft.expires_at <= now ? ("EXPIRED" as const) : ("OPEN" as const);
}

export function presentDraft(row: ListedDraft, now: Date): DraftOrder {
  const major = (minor: number) => toMajor(minor, row.currency);
  return {
    id: row.id,
    storeId: row.store_id,
    status: statusOf(row, now),
    customerId: row.customer_id,
    customer: { email: row.email },
    currency: row.currency,
    subtotal: major(row.subtotal_minor),
    discount: major(row.discount_minor),
    staffDiscount: row.discount,
    shippingRateId: row.shipping_rate_id,
    shippingMethod: row.shipping_name,
    shipping: major(row.shipping_minor),
    tax: major(row.tax_minor),
    taxIncluded: major(row.tax_included_minor),
    total: major(row.total_minor),
    shippingAddress: row.shipping_address,
    billingAddress: row.billing_address,
    note: row.note,
    tags: row.tags,
    language: row.language,
    holdUntil: row.hold_until?.toISOString() ?? null,
    isHolding: row.is_holding,
    expiresAt: row.expires_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    convertedAt: row.converted_at?.toISOString() ?? null,
    failure:
      row.failure === null || row.failed_at === null
        ? null
        : { code: row.failure, at: row.failed_at.toISOString() },
    version: row.version,
    createdAt: row.created_at.toISOString(),
  };
}

export function presentDraftWithItems(
  row: DraftRow,
  lines: readonly DraftLineRow[],
  now: Date,
): DraftOrderWithItems {
  const major = (minor: number) => toMajor(minor, row.currency);
  return {
    ...presentDraft(row, now),
    items: lines.map((line) => ({
      productId: line.product_id,
      variantId: line.variant_id,
      link: line.link,
      name: line.name,
      variantName: line.variant_name,
      sku: line.sku,
      image: line.image,
      quantity: line.quantity,
      price: major(line.price_minor),
      hasOwnPrice: line.has_own_price,
      discount: line.discount,
      total: major(line.total_minor),
    })),
    trace: presentTrace(row.price_trace, row.currency),
  };
}
