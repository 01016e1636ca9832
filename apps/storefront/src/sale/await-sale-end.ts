import { learnClock, relearnClock, serverNow } from "./server-clock.ts";

/** Timers are limited to 24 days. */
const maxWaitMs = 86_400_000;
const againMs = 1000;

/**
 * Calls `ended` at the sale's end by the server's clock, then every second until the signal aborts. Waits while the
 * server can't be reached.
 */
export async function awaitSaleEnd(
  endsAt: string,
  ended: () => void,
  signal: AbortSignal,
): Promise<void> {
  await learnClock();
  while (!signal.aborted) {
    const left = Date.parse(endsAt) - serverNow();
    if (left <= 0 && (await relearnClock()) && !signal.aborted) ended();
    await pause(left > 0 ? Math.min(left, maxWaitMs) : againMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
