import { setTimeout as delay } from "node:timers/promises";

/** Asks again and again until it is so; rejects with what it waited for. */
export async function waitUntil(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { longestMs = 30_000, everyMs = 20 } = {},
): Promise<void> {
  for (const until = Date.now() + longestMs; !(await isSo()); await delay(everyMs))
    if (Date.now() > until) throw new Error(`waited in vain: ${what}`);
}
