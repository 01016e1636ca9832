import type { Discount } from "@vetrina/contract/pricing/discounts";

/**
 * Returns a discount as it is written to the audit log. Staff who may not manage discounts can read the log, so a code
 * is shortened to its last two characters, and a short code is left out entirely.
 */
export function auditedDiscount(discount: Discount): Discount {
  const { code } = discount;
  if (code === null) return discount;
  return { ...discount, code: `…${code.length < 8 ? "" : code.slice(-2).toWellFormed()}` };
}
