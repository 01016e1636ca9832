import { learnClock, relearnClock, serverNow } from "./server-clock.ts";

/** One day. Longer waits are split, because a timer's maximum is 24 days. */
const maxWaitMs = 86_400_000;
const againMs = 1000;

type Calls = {
  /** Called about once a second from the sale's end on, even if the server can't be reached. */
  ended: () => void;
  /** Called after `ended` if the server responds. */
  reload: () => void;
};

/**
 * Waits until the sale has ended by the server's clock. From then on, calls `ended` about once a second and, whenever
 * the server responds, also `reload`. Stops when the signal aborts.
 */
export async function awaitSaleEnd(
  endsAt: string,
  { ended, reload }: Calls,
  signal: AbortSignal,
): Promise<void> {
  await learnClock();
  while (!signal.aborted) {
    const left = Date.parse(endsAt) - serverNow();
    if (left <= 0) {
      ended();
      if ((await relearnClock()) && !signal.aborted) reload();
    }
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
