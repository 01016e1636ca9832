import type { Transport } from "@vetrina/client/transport";

/**
 * A page's calls of the API. Once its caller has left (`gone`), it begins no more; `ended` resolves when those that it
 * has begun are answered.
 */
export function pageCalls(
  transport: Transport,
  gone: AbortSignal,
): { transport: Transport; ended: () => Promise<void> } {
  const running = new Set<Promise<unknown>>();
  return {
    async transport(request) {
      gone.throwIfAborted();
      const call = transport(request);
      running.add(call);
      return call.finally(() => running.delete(call));
    },
    async ended() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
