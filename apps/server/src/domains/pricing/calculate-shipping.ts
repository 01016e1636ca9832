import type { QuoteRequest, shipping } from "@vetrina/contract/pricing/shipping";
import type { Handler } from "../../platform/http/routes.ts";
import { mayTryCode, tooManyCodesText } from "../discounts/code-attempts.ts";
import { readVatId } from "../taxes/read-vat-id.ts";
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

/** Null for a country alone: then the quote is an estimate by the region of the whole country. */
function placeOf(destination: QuoteRequest["destination"]) {
  const { region = "", postalCode = "" } = destination ?? {};
  return region === "" && postalCode === "" ? null : { region, postalCode };
}
