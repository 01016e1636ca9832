import { ApiFailure } from "../../../platform/errors.ts";
import type { PaymentRow } from "../queries.ts";

/**
 * How long an amount counts as changing. Longer than the timeout of provider calls, so no call can still be running.
 */
export const changeMs = 25_000;

/** Throws INVALID_TRANSITION while the provider may still be changing the payment's amount. */
export function requireUnchanging({ changing_until: until }: PaymentRow, now: Date): void {
  if (until === null || until <= now) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "The total of this payment is being changed. Try again in a moment.",
    { status: "PENDING" },
  );
}
