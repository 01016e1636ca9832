import type { Context } from "../../platform/context.ts";
import type { Turn } from "../../platform/database/connection-shares.ts";
import { paymentTurn } from "./in-order-turn.ts";

const pauseMs = 1000;
/** When each order's last try to pay failed, ordered by that time. */
const failed = new Map<string, number>();

/** Notes that a try to pay an order ended without a payment that is completed or pending. */
export function noteFailed(orderId: string): void {
  const now = performance.now();
  failed.delete(orderId);
  failed.set(orderId, now);
  for (const [id, at] of failed) {
    if (at > now - pauseMs) return;
    failed.delete(id);
  }
}

/**
 * Returns the turn of a transaction that begins to capture an order's payment. Waits, without a turn or a connection,
 * until a second has passed since the last failed try: the test provider answers at once, and each try writes three
 * times.
 */
export function captureTurn(ctx: Context, orderId: string): Turn {
  return async (work) => {
    const at = failed.get(orderId);
    const ms = at === undefined || !ctx.limitsCallers ? 0 : at + pauseMs - performance.now();
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    return paymentTurn(ctx, orderId)(work);
  };
}
