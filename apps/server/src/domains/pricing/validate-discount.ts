import { discountMessage } from "@vetrina/commerce/pricing/discount-message";
import { toMajor } from "@vetrina/commerce/money";
import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { Handler } from "../../platform/http/routes.ts";
import { mayTryCode, tooManyCodes } from "../discounts/code-attempts.ts";
import { priceOrder } from "./price-order.ts";

/**
 * Returns what a discount code would take off this cart, or why it doesn't apply. Does not use up the code. A caller
 * who tries too many wrong codes gets RATE_LIMITED, except for codes that were recently accepted.
 */
export const validateDiscount: Handler<typeof discounts.validateDiscount> = async (
  ctx,
  { body },
) => {
  const { currency, locale } = ctx.store;
  if (!(await mayTryCode(ctx, body.code))) throw tooManyCodes();
  const { totals, code } = await priceOrder(
    ctx.catalogue,
    ctx.store,
    {
      items: body.items,
      country: null,
      place: null,
      shippingRateId: undefined,
      discountCode: body.code,
      vatId: null,
      userId: ctx.signedIn,
      guest: "unknown",
    },
    ctx.now(),
  );
  const { check, discount } = code ?? { check: { ok: false, reason: "unknown" }, discount: null };
  const step = totals.trace.find((each) => each.kind === "DISCOUNT" && each.id === discount?.id);
  const amount = step?.kind === "DISCOUNT" ? step.amount : 0;
  return {
    valid: check.ok,
    code: code?.code ?? "",
    // The response is the same for an unknown code and an inactive one.
    type: check.ok || check.missing !== undefined ? (discount?.type ?? null) : null,
    amount: toMajor(amount, currency),
    freeShipping: check.ok && discount?.type === "FREE_SHIPPING",
    message: discountMessage(check, { code: code?.code ?? "", discount, currency, locale }),
  };
};
