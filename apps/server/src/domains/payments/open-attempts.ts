import type { Context, Transaction } from "../../platform/context.ts";
import { closePayment } from "./cancel-open-payments.ts";
import { requireNoneProcessing } from "./create-payment-intent.ts";
import { canContinue } from "./present-payment.ts";
import { type PaymentRow, readPayments } from "./queries.ts";

/** An order's payment attempts that the buyer could still finish. */
export type OpenAttempts = readonly PaymentRow[];

/**
 * Reads the attempts that must be canceled before the order's amount due changes. Throws INVALID_TRANSITION while the
 * result of an attempt is unknown. The caller holds the order's lock.
 */
export async function readOpenAttempts(tx: Transaction, orderId: string): Promise<OpenAttempts> {
  const attempts = await readPayments(tx, orderId);
  requireNoneProcessing(attempts);
  return attempts.filter(canContinue);
}

/**
 * Cancels attempts at their providers, outside any transaction. Read the order's attempts again afterwards, because one
 * may have been paid meanwhile.
 */
export async function closeAttempts(ctx: Context, attempts: OpenAttempts): Promise<void> {
  for (const attempt of attempts) await closePayment(ctx, attempt, "cancelled");
}

/**
 * Cancels the order's open attempts. An attempt that can't be canceled now stays open, and the order can't be canceled
 * until the attempt ends.
 */
export async function closeOpenAttempts(ctx: Context, orderId: string): Promise<void> {
  const attempts = await ctx.tx((tx) => readPayments(tx, orderId));
  await closeAttempts(ctx, attempts.filter(canContinue));
}
