import { createHook } from "node:async_hooks";
import { record } from "./recorded.ts";

/**
 * The work that a call makes the server do: how many password hashes it computes, and which statements it executes, in
 * order and without their values.
 */
export type Work = { hashes: number; statements: string[] };

/**
 * Counts the work that a call makes the server do. Unlike times, counts don't depend on the load. Nothing else may run
 * in the process at the same time.
 */
export async function workOf(call: () => Promise<unknown>): Promise<Work> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === "ARGON2REQUEST") hashes += 1;
    },
  }).enable();
  try {
    const statements = await record(call);
    return { hashes, statements: statements.map(({ text }) => text) };
  } finally {
    hook.disable();
  }
}
