import { postalCodeFormError } from "@vetrina/commerce/addresses/address-errors";
import { readAmount } from "@vetrina/commerce/money";
import type { Address } from "@vetrina/contract/common";
import {
  maxDraftDays,
  type StaffDiscount,
  type UpdateDraftOrder,
  usualDraftDays,
} from "@vetrina/contract/orders/draft-orders";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { normalizeAddress } from "../pricing/require-address.ts";
import type { DraftRow, DraftTerms } from "./draft-rows.ts";
import type { DraftLine } from "./price-draft.ts";

const dayMs = 24 * 3_600_000;

/** Returns the terms of a new draft before staff enter any. */
export function noTerms(now: Date): DraftTerms {
  return {
    customer_id: null,
    email: null,
    language: null,
    note: null,
    tags: [],
    shipping_address: null,
    billing_address: null,
    shipping_rate_id: null,
    shipping_name: null,
    shipping_price_minor: 0,
    discount: null,
    hold_until: null,
    expires_at: new Date(now.getTime() + usualDraftDays * dayMs),
  };
}

/**
 * Returns the terms with the sent fields applied. Throws VALIDATION_FAILED for an invalid amount, discount, address or
 * time, and for an unknown customer.
 */
export async function readTerms(
  tx: Transaction,
  ctx: Context,
  was: DraftTerms,
  sent: UpdateDraftOrder,
): Promise<DraftTerms> {
  const { currency } = ctx.store;
  const terms: DraftTerms = {
    ...was,
    ...(await readBuyer(tx, was, sent)),
    ...(sent.language !== undefined && { language: sent.language }),
    ...(sent.note !== undefined && { note: sent.note }),
    ...(sent.tags !== undefined && { tags: sent.tags }),
    ...(sent.shippingAddress !== undefined && {
      shipping_address: addressOf(sent.shippingAddress, "shippingAddress"),
    }),
    ...(sent.billingAddress !== undefined && {
      billing_address: addressOf(sent.billingAddress, "billingAddress"),
    }),
    ...(sent.discount !== undefined && { discount: sent.discount }),
    ...shippingOf(sent, currency),
    ...(sent.expiresAt !== undefined && { expires_at: new Date(sent.expiresAt) }),
    ...(sent.holdUntil !== undefined && {
      hold_until: sent.holdUntil === null ? null : new Date(sent.holdUntil),
    }),
  };
  if (terms.discount !== null) requireDiscount(terms.discount, "discount", currency);
  requireDates(terms, sent, ctx.now());
  return terms;
}

/** Returns the lines sent; if none were sent, the draft's lines at their existing prices. */
export function readSentLines(
  items: UpdateDraftOrder["items"],
  was: readonly DraftLine[],
  currency: string,
): DraftLine[] {
  if (items === undefined) return [...was];
  return items.map(({ variantId, quantity, price, discount }, i) => {
    if (discount !== undefined) requireDiscount(discount, `items.${i}.discount`, currency);
    return {
      variant_id: variantId,
      quantity,
      fixed_price_minor: price === undefined ? null : amountOf(price, `items.${i}.price`, currency),
      has_own_price: price !== undefined,
      discount: discount ?? null,
    };
  });
}

/** Throws unless the store still uses the draft's currency. */
export function requireSameCurrency(draft: DraftRow, ctx: Context): void {
  if (draft.currency !== ctx.store.currency) throw otherCurrency();
}

export function otherCurrency(): ApiFailure {
  return new ApiFailure(
    "INVALID_TRANSITION",
    "The store's currency has changed since this order was prepared. Prepare a new draft order.",
    { status: "OPEN" },
  );
}

function addressOf(address: Address | null, field: string): Address | null {
  if (address === null) return null;
  const error = postalCodeFormError(address.country, address.postalCode);
  if (error) throw invalidField(`${field}.postalCode`, error);
  return normalizeAddress(address, field);
}

function shippingOf(
  { shippingRateId, customShipping }: UpdateDraftOrder,
  currency: string,
): Partial<DraftTerms> {
  if (customShipping != null && shippingRateId !== undefined)
    throw invalidField("customShipping", "Send either shippingRateId or customShipping, not both.");
  if (customShipping != null)
    return {
      shipping_rate_id: null,
      shipping_name: customShipping.name,
      shipping_price_minor: amountOf(customShipping.price, "customShipping.price", currency),
    };
  if (shippingRateId !== undefined) return { shipping_rate_id: shippingRateId };
  return customShipping === null ? { shipping_rate_id: null, shipping_name: null } : {};
}

function amountOf(major: number, path: string, currency: string): number {
  const read = readAmount(major, currency);
  if ("problem" in read) throw invalidField(path, read.problem);
  return read.minor;
}

function requireDiscount({ type, value }: StaffDiscount, path: string, currency: string): void {
  if (type === "FIXED_AMOUNT") amountOf(value, `${path}.value`, currency);
  else if (value > 100 || Math.abs(value * 100 - Math.round(value * 100)) > 1e-6)
    throw invalidField(
      `${path}.value`,
      "Use a percentage of at most 100, with at most two decimals.",
    );
}

function requireDates(terms: DraftTerms, sent: UpdateDraftOrder, now: Date): void {
  const latest = new Date(now.getTime() + maxDraftDays * dayMs);
  const check = (path: "holdUntil" | "expiresAt", at: Date) => {
    if (at <= now || at > latest)
      throw invalidField(path, `Use a time within the next ${maxDraftDays} days.`);
  };
  if (sent.expiresAt !== undefined) check("expiresAt", terms.expires_at);
  if (sent.holdUntil != null && terms.hold_until !== null) check("holdUntil", terms.hold_until);
  if (terms.hold_until !== null && terms.hold_until > terms.expires_at)
    throw invalidField(
      "holdUntil",
      "Units can't be held after the pay link expires. Use an earlier time.",
    );
}

/**
 * Returns the draft's email and customer. A draft for a customer gets the customer's email, because the customer's
 * account can open the order made from the draft. Sending a different email without a customer removes the customer.
 */
async function readBuyer(
  tx: Transaction,
  was: DraftTerms,
  { customerId, email }: UpdateDraftOrder,
): Promise<Pick<DraftTerms, "customer_id" | "email">> {
  const sent = email?.toLowerCase() ?? null;
  if (customerId == null) {
    if (email === undefined)
      return { customer_id: customerId === null ? null : was.customer_id, email: was.email };
    const isSame = customerId === undefined && sent === was.email;
    return { customer_id: isSame ? was.customer_id : null, email: sent };
  }
  const own = (await readEmail(tx, customerId))?.toLowerCase() ?? null;
  if (email !== undefined && sent !== own)
    throw invalidField(
      "email",
      "The customer has a different email address. Send either customerId or email, not both.",
    );
  return { customer_id: customerId, email: own };
}

/**
 * Returns the customer's email, and locks the customer, so that an erasure sees the draft. Throws VALIDATION_FAILED if
 * the store has no such customer.
 */
async function readEmail(tx: Transaction, customerId: string): Promise<string | null> {
  const row = await tx.row<{ email: string | null }>(sql`
    select email from shop.customers where store_id = ${tx.storeId} and id = ${customerId} and erased_at is null
    for key share`);
  if (row === undefined)
    throw invalidField(
      "customerId",
      "There is no such customer in this store. Send the id of an existing one.",
    );
  return row.email;
}
