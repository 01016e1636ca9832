import { setTimeout as delay } from "node:timers/promises";
import { waitLimit } from "../wait-limit.ts";

/** Polls until the condition is true. After a timeout, rejects with the name of the condition. */
export async function waitUntil(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  { longestMs = waitLimit, everyMs = 20 } = {},
): Promise<void> {
  for (const until = Date.now() + longestMs; !(await isSo()); await delay(everyMs))
    if (Date.now() > until) throw new Error(`timed out waiting until ${what}`);
}
