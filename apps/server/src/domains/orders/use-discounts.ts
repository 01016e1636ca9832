import { discountMessage } from "@vetrina/commerce/pricing/discount-message";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { PricedOrder } from "../pricing/price-order.ts";

/** Thrown if an automatic discount can no longer be used. The total has then changed. */
export class DiscountGone extends Error {
  override name = "DiscountGone";
}

/**
 * Thrown if the customer can't use a discount: they have used it the maximum number of times, or it is for new
 * customers only.
 */
export class BuyerRefused extends Error {
  override name = "BuyerRefused";
}

/**
 * Records the discounts that the new order uses. The database enforces the limits under concurrency. If a limit is
 * reached, throws DISCOUNT_INVALID for the code sent, DiscountGone for an automatic discount, or BuyerRefused for the
 * customer's own limit.
 */
export async function useDiscounts(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  { totals, code }: PricedOrder,
): Promise<void> {
  const wanted = totals.trace.filter((step) => step.kind === "DISCOUNT");
  if (wanted.length === 0) return;
  const row = await recordUses(tx, orderId, wanted);
  if (row === undefined) return;
  if (!row.is_limit) throw new BuyerRefused();
  if (code === null || row.refused !== code.discount?.id) throw new DiscountGone();
  const check = { ok: false, reason: "used-up" } as const;
  const { currency, locale } = ctx.store;
  throw new ApiFailure("DISCOUNT_INVALID", discountMessage(check, { ...code, currency, locale }), {
    code: code.code,
  });
}

/** A discount step of an order's price trace, in minor units. */
type Use = { id: string; code: string | null; amount: number; offShipping: number };

/**
 * Records uses of discounts. Returns the first discount that can't be used, if any, and whether that is because of the
 * discount's own limit.
 */
export function recordUses(
  tx: Transaction,
  orderId: string,
  wanted: readonly Use[],
): Promise<{ refused: string; is_limit: boolean } | undefined> {
  return tx.row(sql`
    select refused, is_limit from door.use_discounts(${orderId}, ${wanted.map(({ id }) => id)}::uuid[],
      ${wanted.map(({ code }) => code)}::text[], ${wanted.map(({ amount }) => amount)}::bigint[],
      ${wanted.map(({ offShipping }) => offShipping)}::bigint[])`);
}
