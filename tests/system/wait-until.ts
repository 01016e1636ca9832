import { setTimeout as delay } from "node:timers/promises";
import { waitLimit } from "../wait-limit.ts";

/** Polls until the condition is true. Rejects with what it waited for. */
export async function waitUntil(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { longestMs = waitLimit, everyMs = 20 } = {},
): Promise<void> {
  for (const until = Date.now() + longestMs; !(await isSo()); await delay(everyMs))
    if (Date.now() > until) throw new Error(`waited in vain: ${what}`);
}
