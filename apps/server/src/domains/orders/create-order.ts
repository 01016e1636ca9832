import { postalCodeFormError } from "@vetrina/commerce/addresses/address-errors";
import { toMajor, toMinor } from "@vetrina/commerce/money";
import { deliveryWindow } from "@vetrina/commerce/shipping/shipping";
import type { BuyerVatId } from "@vetrina/commerce/pricing/tax-terms";
import { discountMessage } from "@vetrina/commerce/pricing/discount-message";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import type { CreateOrder, orders, OrderWithItems } from "@vetrina/contract/orders/orders";
import { auditWrite } from "../../platform/audit.ts";
import { type Context, inOneGo, type Transaction } from "../../platform/context.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { answerWrite, claimKey } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import type { StoreRef } from "../../platform/store-directory.ts";
import { holdMode } from "../../platform/database/hold-mode.ts";
import { inOrderTurn } from "../order-records/in-order-turn.ts";
import { openGuest } from "./guest-handle.ts";
import { mayTryCode, tooManyCodes } from "../discounts/code-attempts.ts";
import {
  asGuest,
  confirmedPrice,
  type GuestTerms,
  requireClaim,
  takenFor,
} from "./guest-discounts.ts";
import { countLines } from "./count-lines.ts";
import { completeOrder, freeOrder } from "../order-records/complete-order.ts";
import { holdStock, requireStock } from "../inventory/hold-stock.ts";
import { insertOrder, isInOldCurrency } from "../order-records/insert-order.ts";
import { newOrder } from "./new-order.ts";
import { orderKey } from "../../platform/http/callers/order-cookie.ts";
import { setOrderCookie } from "../order-records/set-order-cookie.ts";
import { ownOrders } from "../order-records/order-key.ts";
import { presentOrderWithItems } from "../order-records/present-order.ts";
import { type PricedOrder, priceOrder, type PriceRequest } from "../pricing/price-order.ts";
import { requireAddress, normalizeAddress } from "../pricing/require-address.ts";
import { readyOn } from "../pricing/backorder.ts";
import { quoteOf } from "../pricing/quote.ts";
import { readVatId } from "../taxes/read-vat-id.ts";
import { replaceOrders } from "./replace-orders.ts";
import { DiscountGone, useDiscounts } from "./use-discounts.ts";
import { mailCallersOf } from "../../platform/mail/mail-shares.ts";
import { hostOf } from "../../platform/mail/origin-of-host.ts";
import { holderOf, requireHoldRoom } from "./unpaid-holds.ts";

/** Places an order: prices the cart from the store's rows, holds the stock and writes the order in one transaction. */
export const createOrder: Handler<typeof orders.createOrder> = async (
  ctx,
  { body: sent, language },
) => {
  const body = { ...withStates(sent), language };
  requirePostalCodes(body);
  await countLines(ctx, body);
  if (!(await mayTryCode(ctx, body.discountCode))) throw tooManyCodes();
  const vatId = await requireVatId(ctx, body);
  const buyer = buyerOf(ctx, body);
  const placing = asGuest(ctx, buyer.email, (guest) =>
    placeOrder(ctx, body, { ...buyer, vatId, guest }),
  );
  const made = await orTotalChanged(ctx, body, vatId, placing);
  const { key } = orderKey(ctx.services, made.id);
  ctx.services.directory.noteOrder(made.id, ctx.store.id);
  await setOrderCookie(ctx, made.id);
  return { ...made, orderKey: key };
};

/** `name`: from the guest's handle, used if the customer is new. */
type Known = { email: string | undefined; name: string | undefined };

function placeOrder(
  ctx: Context,
  body: CreateOrder & { language: LanguageCode | undefined },
  { email, name, vatId, guest }: Known & { vatId: BuyerVatId | null; guest: GuestTerms },
): Promise<OrderWithItems> {
  const orderId = newId();
  const own = ownOrders(ctx);
  const place = async (tx: Transaction): Promise<OrderWithItems> => {
    const now = ctx.now();
    const claim = claimKey<OrderWithItems>(tx, ctx);
    // First cancels unpaid orders of this browser for the same variants, so that this order can take their units.
    if (own.length > 0 && (await claim) === null) await replaceOrders(tx, ctx, orderId, body, own);
    const request = requestOf(ctx, body, vatId, takenFor(ctx, guest, email));
    const pricing = priceOrder(tx, ctx.store, request, now);
    // Pricing runs while the idempotency key is being read. Its result, or its error, is ignored if the key was used
    // before.
    pricing.catch(() => {});
    const stored = await claim;
    if (stored !== null) return stored;
    const priced = await confirmedPrice(await pricing, guest, {
      isConfirmed: (other) => isOrderable(other, body, ctx),
      priceWithout: () => priceOrder(tx, ctx.store, { ...request, guest: "none" }, now),
    });
    requireOrderable(priced, body, ctx);
    requireClaim(priced, guest, ctx);
    const isUnaddressed = body.express !== undefined && body.shippingAddress === undefined;
    if (priced.rate?.pickup === null && !isUnaddressed)
      await requireAddress(tx, ctx.store, body.shippingAddress);
    requireStock(priced.lines);
    const { order, items } = newOrder(ctx.store, orderId, priced, { ...body, email }, now);
    const free = order.total_minor === 0 ? freeOrder(order, await holdMode(tx), now) : null;
    const answer = presentOrderWithItems(free ?? order, items);
    await inOneGo([
      requireHoldRoom(tx, ctx, {
        lines: priced.lines,
        discountIds: limitedIn(priced),
        freeIn: free?.payment_environment ?? null,
        own,
      }),
      holdStock(tx, orderId, priced.lines),
      insertOrder(
        tx,
        order,
        items,
        {
          keyHash: orderKey(ctx.services, orderId).hash,
          heldBy: holderOf(ctx),
          mailCallers: mailCallersOf(ctx),
          shippingRateId: priced.rate?.id ?? null,
          host: hostOf(ctx),
        },
        { userId: ctx.signedIn, name: name ?? order.shipping_address?.name ?? "" },
        [
          auditWrite(tx, ctx, {
            action: "CREATE",
            entityType: "order",
            entityId: orderId,
            after: {
              total: toMajor(priced.totals.total, ctx.store.currency),
              lines: priced.lines.length,
            },
          }),
          ...answerWrite(ctx, answer),
        ],
      ),
      useDiscounts(tx, ctx, orderId, priced),
    ]);
    if (free !== null) await completeOrder(tx, order, free);
    return answer;
  };
  const variantIds = body.items.flatMap(({ variantId }) => variantId?.toLowerCase() ?? []);
  return inOrderTurn(ctx, variantIds, () => ctx.checkout(orderId, place));
}

/** Replaces state names with codes, as they are stored and compared. Throws VALIDATION_FAILED for an unknown state. */
function withStates(body: CreateOrder): CreateOrder {
  const { shippingAddress, billingAddress } = body;
  return {
    ...body,
    ...(shippingAddress && {
      shippingAddress: normalizeAddress(shippingAddress, "shippingAddress"),
    }),
    ...(billingAddress && { billingAddress: normalizeAddress(billingAddress, "billingAddress") }),
  };
}

function limitedIn({ totals }: PricedOrder): string[] {
  return totals.used.flatMap(({ id, usageLimit }) => (usageLimit === null ? [] : [id]));
}

/** Returns the buyer's email and name. Throws VALIDATION_FAILED for a guest handle that is invalid or has expired. */
function buyerOf(ctx: Context, { email, customerHandle }: CreateOrder): Known {
  if (customerHandle === undefined) return { email, name: undefined };
  const key = ctx.services.key("guest handle");
  const guest = openGuest(key, ctx.store.id, customerHandle, ctx.now());
  if (guest !== null) return { email: email ?? guest.email, name: guest.name };
  const message =
    "This customer handle is invalid or has expired. Create a new one, or send the email instead.";
  throw invalidField("customerHandle", message);
}

/** Throws VALIDATION_FAILED for a postal code that is impossible in the address's country. */
function requirePostalCodes(body: CreateOrder): void {
  for (const field of ["shippingAddress", "billingAddress"] as const) {
    const address = body[field];
    const error = address && postalCodeFormError(address.country, address.postalCode);
    if (error) throw invalidField(`${field}.postalCode`, error);
  }
}

/** Throws VALIDATION_FAILED for an invalid VAT ID. */
async function requireVatId(ctx: Context, { vatId }: CreateOrder): Promise<BuyerVatId | null> {
  const sent = await readVatId(ctx.services.vatRegister, vatId);
  if (sent.problem !== null) throw invalidField("vatId", sent.problem);
  return sent.vatId;
}

function requestOf(
  ctx: Context,
  body: CreateOrder,
  vatId: BuyerVatId | null,
  guest: PriceRequest["guest"],
): PriceRequest {
  return {
    items: body.items,
    country: body.shippingAddress?.country ?? body.express?.country ?? null,
    place: body.shippingAddress ?? null,
    shippingRateId: body.shippingRateId,
    discountCode: body.discountCode,
    vatId,
    userId: ctx.signedIn,
    guest,
  };
}

function isOrderable(priced: PricedOrder, body: CreateOrder, ctx: Context): boolean {
  try {
    requireOrderable(priced, body, ctx);
    return true;
  } catch (error) {
    if (error instanceof ApiFailure) return false;
    throw error;
  }
}

function requireOrderable(priced: PricedOrder, body: CreateOrder, ctx: Context): void {
  const { currency, locale } = ctx.store;
  const [missing] = priced.missing;
  if (missing !== undefined)
    throw new ApiFailure(
      "UNAVAILABLE_ITEM",
      `${missing.name} isn't available. Remove it to continue.`,
      {
        items: priced.missing,
      },
    );
  if (priced.rate === null)
    throw new ApiFailure(
      "SHIPPING_UNAVAILABLE",
      "We don't ship to this address. Use another one.",
      {
        country: priced.country,
      },
    );
  const { code } = priced;
  if (code !== null && !code.check.ok)
    throw new ApiFailure(
      "DISCOUNT_INVALID",
      discountMessage(code.check, { ...code, currency, locale }),
      { code: code.code },
    );
  const isOtherTotal =
    body.total !== undefined && !sameAmount(body.total, priced.totals.total, currency);
  if (isOtherTotal || isOtherCurrency(body, currency) || priced.isOtherRate)
    throw totalChanged(priced, body, ctx.store, ctx.now());
  if (isLater(priced, body, ctx.store, ctx.now()))
    throw totalChanged(priced, body, ctx.store, ctx.now(), "The delivery dates have changed.");
}

/** Whether the order would arrive later than the shopper saw. */
function isLater(
  { rate, lines }: PricedOrder,
  { deliverBy }: CreateOrder,
  store: StoreRef,
  now: Date,
): boolean {
  if (rate === null || deliverBy === undefined) return false;
  return deliveryWindow(now, rate, store, readyOn(lines, now)).to > deliverBy;
}

/**
 * Awaits the order. Throws TOTAL_CHANGED with the new total if, while it was being priced, the store changed its
 * currency or an automatic discount was used up.
 */
async function orTotalChanged<T>(
  ctx: Context,
  body: CreateOrder,
  vatId: BuyerVatId | null,
  placing: Promise<T>,
): Promise<T> {
  try {
    return await placing;
  } catch (error) {
    if (!isInOldCurrency(error) && !(error instanceof DiscountGone)) throw error;
    const { directory } = ctx.services;
    directory.forget(ctx.store.id);
    const store = (await directory.find(ctx.store.id)) ?? ctx.store;
    const now = ctx.now();
    throw totalChanged(
      await priceOrder(ctx.catalogue, store, requestOf(ctx, body, vatId, "unknown"), now),
      body,
      store,
      now,
    );
  }
}

function totalChanged(
  priced: PricedOrder,
  { shippingAddress }: CreateOrder,
  store: StoreRef,
  now: Date,
  why = "The total has changed.",
): ApiFailure {
  const quote = quoteOf(priced, store, { estimated: shippingAddress === undefined, now });
  const changed = quote.methodMessage ?? why;
  return new ApiFailure("TOTAL_CHANGED", `${changed} Check the order and confirm.`, { quote });
}

/** Whether the buyer's total is in a currency other than the store's, so that it can't match. */
function isOtherCurrency({ currency }: CreateOrder, ofStore: string): boolean {
  return currency !== undefined && currency !== "" && currency.toUpperCase() !== ofStore;
}

/** Whether the total that was sent equals the calculated one. False if it has too many decimals for the currency. */
function sameAmount(sent: number, minor: number, currency: string): boolean {
  try {
    return toMinor(sent, currency) === minor;
  } catch {
    return false;
  }
}
