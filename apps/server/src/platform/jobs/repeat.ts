import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { describeError } from "./describe-error.ts";

/** `stopped` returns true when the process is about to end: the task leaves remaining work for the next start. */
export type Task = (stopped: () => boolean) => Promise<unknown>;

const longestPause = 5000;

/**
 * Runs a task repeatedly with a pause in between, so that it never overlaps itself. After failures the pause doubles up
 * to five seconds (or the usual pause, if longer), to wait for a lost database. Ends when the signal is aborted, after
 * the current run.
 */
export async function repeat(
  ms: number,
  name: string,
  task: Task,
  signal: AbortSignal,
  log: Logger,
): Promise<void> {
  let failures = 0;
  const stopped = () => signal.aborted;
  while (!signal.aborted) {
    try {
      await task(stopped);
      if (failures > 0) log.info({ task: name, failures }, "task works again");
      failures = 0;
    } catch (error) {
      failures += 1;
      log.error({ task: name, failures, reason: describeError(error) }, "task failed");
    }
    await pause(Math.max(ms, Math.min(ms * 2 ** failures, longestPause)), signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
