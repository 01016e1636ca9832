import type { shipping } from "@vetrina/contract/shipping";
import type { Handler } from "../../platform/http/routes.ts";
import { mayTryCode, tooManyCodesText } from "../discounts/code-attempts.ts";
import { priceOrder } from "./price-order.ts";
import { quoteOf } from "./quote.ts";

/**
 * A cart's total with every shipping method; without a destination, for the store's home country. After too many wrong
 * codes the cart still gets its quote, without the code.
 */
export const calculateShipping: Handler<typeof shipping.calculateShipping> = async (
  ctx,
  { body },
) => {
  const now = ctx.now();
  const mayTry = await mayTryCode(ctx, body.discountCode);
  const priced = await priceOrder(
    ctx.catalogue,
    ctx.store,
    {
      items: body.items,
      country: body.destination?.country ?? null,
      shippingRateId: body.shippingRateId,
      discountCode: mayTry ? body.discountCode : undefined,
    },
    now,
  );
  const quote = quoteOf(priced, ctx.store, {
    code: body.discountCode,
    estimated: body.destination === undefined,
    now,
  });
  return mayTry ? quote : { ...quote, discountMessage: tooManyCodesText };
};
