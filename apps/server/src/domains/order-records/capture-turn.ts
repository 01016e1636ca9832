import type { Context } from "../../platform/context.ts";
import type { Turn } from "../../platform/database/connection-shares.ts";
import { paymentTurn } from "./in-order-turn.ts";

const pauseMs = 1000;
/** When each order's last capture was declined, ordered by that time. */
const declined = new Map<string, number>();

/** Notes that an order's capture was declined. */
export function noteDeclined(orderId: string): void {
  const now = performance.now();
  declined.delete(orderId);
  declined.set(orderId, now);
  for (const [id, at] of declined) {
    if (at > now - pauseMs) return;
    declined.delete(id);
  }
}

/**
 * Returns the turn of a transaction that begins to capture an order's payment. Waits, without a turn or a connection,
 * until a second has passed since the last decline: the test provider answers at once, and each try writes three times.
 */
export function captureTurn(ctx: Context, orderId: string): Turn {
  return async (work) => {
    const at = declined.get(orderId);
    const ms = at === undefined || !ctx.limitsCallers ? 0 : at + pauseMs - performance.now();
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    return paymentTurn(ctx, orderId)(work);
  };
}
