import type { shipping } from "@vetrina/contract/shipping";
import type { Verb } from "../../platform/http/routes.ts";
import { priceOrder } from "../orders/price-order.ts";
import { quoteOf } from "../orders/quote.ts";

/** The whole total of a cart with every way of shipping it; without a destination for the store's home country. */
export const calculateShipping: Verb<typeof shipping.calculateShipping> = async (ctx, { body }) => {
  const now = ctx.now();
  const priced = await priceOrder(
    ctx.catalogue,
    ctx.store,
    {
      items: body.items,
      country: body.destination?.country ?? null,
      shippingRateId: body.shippingRateId,
      discountCode: body.discountCode,
    },
    now,
  );
  return quoteOf(priced, ctx.store, {
    code: body.discountCode,
    estimated: body.destination === undefined,
    now,
  });
};
