import { learnClock, relearnClock, serverNow } from "./server-clock.ts";

/** One day. Longer waits are split, because timers are limited to 24 days. */
const maxWaitMs = 86_400_000;
const againMs = 1000;

type Calls = {
  /** Called at the end, whether or not the server can be reached. */
  ended: () => void;
  /** Called as soon as the server answers after the end, and then every second. */
  reload: () => void;
};

/** Calls these functions once the sale has ended by the server's clock, until the signal aborts. */
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
