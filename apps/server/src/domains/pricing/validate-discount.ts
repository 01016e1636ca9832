import { checkDiscount, discountAmount, discountMessage } from "@vetrina/commerce/discounts";
import { toMajor } from "@vetrina/commerce/money";
import type { discounts } from "@vetrina/contract/discounts";
import type { Handler } from "../../platform/http/routes.ts";
import { readLines } from "./read-lines.ts";
import { mayTryCode, tooManyCodes } from "../discounts/code-attempts.ts";
import { findDiscount } from "../discounts/find-discount.ts";

/**
 * What a code would take off this cart, or why it does not apply. Reads only: nothing is used up. Throws RATE_LIMITED for
 * any code once too many wrong ones were tried.
 */
export const validateDiscount: Handler<typeof discounts.validateDiscount> = async (
  ctx,
  { body },
) => {
  const { currency, locale } = ctx.store;
  if (!(await mayTryCode(ctx, body.code))) throw tooManyCodes();
  const discount = await findDiscount(ctx.catalogue, ctx.store.id, body.code);
  const { lines } = await readLines(ctx.catalogue, ctx.store.id, body.items);
  const subtotal = lines.reduce((sum, line) => sum + line.priceMinor * line.quantity, 0);
  const check = checkDiscount(discount, { subtotal, now: ctx.now() });
  const code = discount?.code ?? body.code.toUpperCase();
  return {
    valid: check.ok,
    code,
    // An unknown code and one that is switched off look alike.
    type: check.ok || check.reason === "minimum" ? (discount?.type ?? null) : null,
    amount: check.ok && discount ? toMajor(discountAmount(discount, subtotal), currency) : 0,
    freeShipping: check.ok && discount?.type === "FREE_SHIPPING",
    message: discountMessage(check, { code, discount, currency, locale }),
  };
};
