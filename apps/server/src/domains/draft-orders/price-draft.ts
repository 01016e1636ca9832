import { toMinor } from "@vetrina/commerce/money";
import { type Discount, unconditional } from "@vetrina/commerce/pricing/discount";
import { priceShipping } from "@vetrina/commerce/pricing/shipping-price";
import type { StaffDiscount } from "@vetrina/contract/orders/draft-orders";
import { ApiFailure } from "../../platform/errors.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { keptSteps } from "../pricing/present-trace.ts";
import { lineScope, type PricedOrder, priceOrder } from "../pricing/price-order.ts";
import { requireAddress } from "../pricing/require-address.ts";
import type { DraftAmounts, DraftLineRow, DraftTerms } from "./draft-rows.ts";

/** A line to price. If `fixed_price_minor` is null, the variant's current price applies. */
export type DraftLine = Pick<DraftLineRow, "variant_id" | "quantity" | "discount"> & {
  fixed_price_minor: number | null;
  has_own_price: boolean;
};

export type PricedDraft = {
  priced: PricedOrder;
  terms: DraftTerms;
  amounts: DraftAmounts;
  lines: DraftLineRow[];
};

/**
 * Prices a draft like any order, but with staff's prices and discounts. `shipping`: "rate" charges the current price of
 * the draft's rate; "any" uses another rate if that one is not available; "fixed" charges the price in the terms.
 * Throws UNAVAILABLE_ITEM, SHIPPING_UNAVAILABLE, VALIDATION_FAILED.
 */
export async function priceDraft(
  tx: Transaction,
  ctx: Context,
  terms: DraftTerms,
  lines: readonly DraftLine[],
  shipping: "rate" | "any" | "fixed",
): Promise<PricedDraft> {
  const isCustomShipping = terms.shipping_rate_id === null && terms.shipping_name !== null;
  const { currency } = ctx.store;
  const priced = await priceOrder(
    tx,
    ctx.store,
    {
      items: lines.map(({ variant_id: variantId, quantity }) => ({ variantId, quantity })),
      country: terms.shipping_address?.country ?? null,
      place: terms.shipping_address,
      shippingRateId: terms.shipping_rate_id ?? undefined,
      discountCode: undefined,
      vatId: null,
      userId: null,
      guest: "none",
      staff: {
        prices: new Map(
          lines.flatMap(({ variant_id: id, fixed_price_minor: price }) =>
            price === null ? [] : [[id, price] as const],
          ),
        ),
        discounts: discountsOf(terms, lines, currency),
        shipping: isCustomShipping || shipping === "fixed" ? terms.shipping_price_minor : null,
        isCustomShipping,
      },
    },
    ctx.now(),
  );
  requirePriceable(priced, isCustomShipping, shipping !== "any");
  if (priced.rate?.pickup == null)
    await requireAddress(tx, ctx.store, terms.shipping_address ?? undefined);
  const { totals, rate } = priced;
  return {
    priced,
    terms: {
      ...terms,
      ...(rate !== null && {
        shipping_rate_id: rate.id,
        shipping_name: rate.name,
        shipping_price_minor:
          shipping === "fixed"
            ? terms.shipping_price_minor
            : priceShipping(rate, totals.parcel).amount,
      }),
    },
    amounts: {
      subtotal_minor: totals.subtotal,
      discount_minor: totals.discount,
      shipping_minor: totals.shipping,
      tax_minor: totals.tax,
      tax_included_minor: totals.taxIncluded,
      total_minor: totals.total,
      price_trace: keptSteps(totals.trace),
    },
    lines: rowsOf(priced, lines, ctx.now()),
  };
}

function requirePriceable(
  priced: PricedOrder,
  isCustomShipping: boolean,
  mustKeepRate: boolean,
): void {
  const [missing] = priced.missing;
  if (missing !== undefined)
    throw new ApiFailure(
      "UNAVAILABLE_ITEM",
      "A product in this draft is not for sale. Publish it, or remove it from the draft.",
      { items: priced.missing },
    );
  if (isCustomShipping) return;
  if (priced.rate === null)
    throw new ApiFailure(
      "SHIPPING_UNAVAILABLE",
      "The store doesn't ship to this address. Use another address.",
      { country: priced.country },
    );
  if (priced.isOtherRate && mustKeepRate)
    throw new ApiFailure(
      "SHIPPING_UNAVAILABLE",
      "This shipping rate is not available for the address. Choose another one.",
      { country: priced.country },
    );
}

/**
 * Returns the discounts that staff gave. Among those of the same type, the ones on lines are applied before the one on
 * the whole draft. Each takes off at most the amount that is left.
 */
function discountsOf(terms: DraftTerms, lines: readonly DraftLine[], currency: string): Discount[] {
  const ofLines = lines.flatMap(({ variant_id: id, discount }) =>
    discount === null
      ? []
      : [
          staffDiscount(`line ${id}`, discount, currency, {
            scope: { products: [], collections: [lineScope(id)] },
            priority: 1,
          }),
        ],
  );
  return terms.discount === null
    ? ofLines
    : [...ofLines, staffDiscount("draft", terms.discount, currency, {})];
}

function staffDiscount(
  id: string,
  { type, value, title }: StaffDiscount,
  currency: string,
  over: Partial<Discount>,
): Discount {
  return {
    ...unconditional,
    id,
    code: null,
    title: title ?? "",
    type,
    value: type === "PERCENTAGE" ? Math.round(value * 100) : toMinor(value, currency),
    combines: true,
    ...over,
  };
}

function rowsOf({ lines, totals }: PricedOrder, sent: readonly DraftLine[], now: Date) {
  return lines.map((line, i): DraftLineRow => {
    const amounts = totals.lines[i];
    const asked = sent.find(({ variant_id: id }) => id === line.variantId);
    const hasSaleEnded =
      line.regularPriceMinor !== null && line.saleEndsAt !== null && line.saleEndsAt <= now;
    const current = hasSaleEnded ? (line.regularPriceMinor ?? 0) : line.priceMinor;
    return {
      product_id: line.productId,
      variant_id: line.variantId,
      link: line.link,
      name: line.name,
      variant_name: line.variantName,
      sku: line.sku,
      image: line.image,
      quantity: line.quantity,
      fixed_price_minor: asked?.fixed_price_minor ?? current,
      has_own_price: asked?.has_own_price ?? false,
      discount: asked?.discount ?? null,
      price_minor: amounts?.unitPrice ?? 0,
      discount_minor: amounts?.discount ?? 0,
      tax_minor: amounts?.tax ?? 0,
      tax_included_minor: amounts?.taxIncluded ?? 0,
      total_minor: amounts?.total ?? 0,
    };
  });
}
