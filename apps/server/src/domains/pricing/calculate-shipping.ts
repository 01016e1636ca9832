import type { QuoteRequest, shipping } from "@vetrina/contract/pricing/shipping";
import type { Handler } from "../../platform/http/routes.ts";
import { mayTryCode, tooManyCodesText } from "../discounts/code-attempts.ts";
import { readVatId } from "../taxes/read-vat-id.ts";
import { priceOrder } from "./price-order.ts";
import { quoteOf } from "./quote.ts";

/**
 * Calculates a cart's totals, and the price of each shipping method. Without a destination, the store's home country is
 * assumed. After too many wrong discount codes, the cart is still priced, but without the code.
 */
export const calculateShipping: Handler<typeof shipping.calculateShipping> = async (
  ctx,
  { body },
) => {
  const now = ctx.now();
  const mayTry = await mayTryCode(ctx, body.discountCode);
  const { vatId, problem } = await readVatId(ctx.services.vatRegister, body.vatId);
  const priced = await priceOrder(
    ctx.catalogue,
    ctx.store,
    {
      items: body.items,
      country: body.destination?.country ?? null,
      place: placeOf(body.destination),
      shippingRateId: body.shippingRateId,
      discountCode: mayTry ? body.discountCode : undefined,
      vatId,
      userId: ctx.signedIn,
      guest: "unknown",
    },
    now,
  );
  const quote = quoteOf(priced, ctx.store, {
    estimated: body.destination === undefined,
    now,
    vatIdProblem: problem,
  });
  return mayTry ? quote : { ...quote, discountMessage: tooManyCodesText };
};

/** Returns null if only the country is known. The quote is then an estimate for the country as a whole. */
function placeOf(destination: QuoteRequest["destination"]) {
  const { region = "", postalCode = "" } = destination ?? {};
  return region === "" && postalCode === "" ? null : { region, postalCode };
}
