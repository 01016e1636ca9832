import { isApiError } from "./api-error.ts";

const maxAttempts = 4;
/** Maximum time between the first attempt and the start of the last one. */
const maxMs = 30_000;
const usualSeconds = 2;

/**
 * Repeats a request while the server is busy (SERVER_BUSY), at most four attempts within 30 s. Waits as long as the
 * server asks, plus a random time that grows with each attempt and spreads callers out. Only for calls that can safely
 * be repeated.
 */
export async function repeatWhileBusy<T>(
  send: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1)
    try {
      return await send();
    } catch (error) {
      if (attempt === maxAttempts || !isApiError(error, "SERVER_BUSY")) throw error;
      const pause = secondsOf(error.details) * 1000 * (1 + Math.random() * 2 ** (attempt - 1));
      if (performance.now() - began + pause > maxMs) throw error;
      await sleep(pause, signal);
    }
}

function secondsOf(details: unknown): number {
  const { retryAfterSeconds } = (details ?? {}) as { retryAfterSeconds?: unknown };
  return typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0
    ? retryAfterSeconds
    : usualSeconds;
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, ms);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}
