import type { CreateOrderInput } from "@vetrina/client/types";
import { storageKey } from "@vetrina/commerce/constants";
import { type BuyableLine, toLineInput } from "@vetrina/commerce/cart";
import type { Quote } from "@vetrina/contract/pricing/shipping";
import type { AddressDraft, Draft } from "../draft/draft.ts";
import { parseRecord, readSession, writeSession } from "../draft/session.ts";

export type OrderBody = CreateOrderInput["body"];

/**
 * An attempt to place an order, stored for the tab so that a double click, a reload or a lost response leads to the
 * same order. `key` is the idempotency key, `body` is the request body sent with it, and `signature` identifies the
 * purchase without its amounts.
 */
export type Attempt = { key: string; body: string; signature: string; orderId: string | null };

/** The request body: the lines, the addresses, and the amounts that the page shows. */
export function orderBody(
  draft: Draft,
  lines: readonly BuyableLine[],
  quote: Pick<
    Quote,
    | ("subtotal" | "shipping" | "tax" | "total" | "currency")
    | ("method" | "methods" | "discountCode" | "vatId")
  >,
): OrderBody {
  const { subtotal, shipping, tax, total, currency } = quote;
  return {
    items: lines.map(toLineInput),
    email: draft.email.trim(),
    shippingAddress: addressOf(draft.shipping),
    billingAddress: draft.billingSame ? undefined : addressOf(draft.billing),
    shippingRateId: quote.method ?? undefined,
    // A code without effect isn't sent, because the shopper has already seen a message about it.
    discountCode: quote.discountCode ?? undefined,
    vatId: quote.vatId ?? undefined,
    subtotal,
    shipping,
    tax,
    total,
    currency,
    deliverBy: deliverByOf(quote),
  };
}

/** The last day of delivery that a quote shows. */
export function deliverByOf({
  method,
  methods,
}: Pick<Quote, "method" | "methods">): string | undefined {
  return methods.find(({ id }) => id === method)?.delivery.to;
}

/** Identifies a purchase. Bodies with the same signature are the same purchase, even if a price has changed. */
export function signatureOf(
  draft: Draft,
  lines: readonly BuyableLine[],
  discountCode: string,
): string {
  const { email, shipping, billingSame, billing, rateId, vatId } = draft;
  return JSON.stringify([
    lines.map(({ variantId, quantity }) => [variantId, quantity]),
    email.trim(),
    addressOf(shipping),
    billingSame ? null : addressOf(billing),
    rateId,
    discountCode,
    vatId,
  ]);
}

/**
 * Returns the stored attempt if its body is the same, or if it led to an order for the same purchase. Otherwise,
 * returns a new attempt with a new key, and as `abandoned` the stored attempt's order, if any, for the caller to
 * cancel.
 */
export function nextAttempt(
  stored: Attempt | null,
  request: { body: string; signature: string },
  newKey: () => string,
): { attempt: Attempt; abandoned: string | null } {
  const same = stored !== null && stored.body === request.body;
  const placed = stored?.orderId !== null && stored?.signature === request.signature;
  if (stored && (same || placed)) return { attempt: stored, abandoned: null };
  return {
    attempt: { key: newKey(), ...request, orderId: null },
    abandoned: stored?.orderId ?? null,
  };
}

/** Reads a stored attempt; null if there is none or it is invalid. */
export function parseAttempt(text: string | null | undefined): Attempt | null {
  const stored = parseRecord(text);
  if (!stored) return null;
  const { key, body, signature, orderId } = stored;
  if (typeof key !== "string" || typeof body !== "string" || typeof signature !== "string")
    return null;
  return { key, body, signature, orderId: typeof orderId === "string" ? orderId : null };
}

/** The tab's stored attempt. */
export function loadAttempt(slug: string): Attempt | null {
  return parseAttempt(readSession(storageKey(slug, "checkout-attempt")));
}

/** Stores the tab's attempt; null removes it. */
export function saveAttempt(slug: string, attempt: Attempt | null): void {
  writeSession(storageKey(slug, "checkout-attempt"), attempt && JSON.stringify(attempt));
}

/** A random key. Doesn't use randomUUID, which is missing outside a secure context, such as on plain HTTP. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

/** An address in the form that the API accepts. */
export function addressOf(draft: AddressDraft): NonNullable<OrderBody["shippingAddress"]> {
  const { name, address, address2, city, region, postalCode, country, phone } = draft;
  return {
    name: name.trim(),
    address: address.trim(),
    address2: address2.trim() || undefined,
    city: city.trim(),
    region: region.trim() || undefined,
    postalCode: postalCode.trim() || undefined,
    country,
    phone: phone.trim() || undefined,
  };
}
