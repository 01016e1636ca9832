import type { Discount } from "@vetrina/contract/pricing/discounts";

/**
 * A discount as the audit log keeps it. The log is read by staff who may not manage discounts, so a code is shortened to
 * its last two characters, and a short one left out.
 */
export function auditedDiscount(discount: Discount): Discount {
  const { code } = discount;
  if (code === null) return discount;
  return { ...discount, code: `…${code.length < 8 ? "" : code.slice(-2).toWellFormed()}` };
}
