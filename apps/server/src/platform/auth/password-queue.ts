import { availableParallelism } from "node:os";
import type { Context } from "../context.ts";
import { ApiFailure } from "../errors.ts";
import { createFairQueue, type Place, QueueFullError } from "../fair-queue.ts";
import { networksAround } from "../http/callers/caller-address.ts";

/**
 * The caller whose password is hashed. `account`: set if the caller has a known device, a session or a mailed token of
 * the account; null for all others, whether the account exists or not.
 */
export type PasswordCaller =
  | { by: Pick<Context, "caller" | "limitsCallers">; account: string | null }
  | "system";

/**
 * The maximum number of hashes in progress: at most two of libuv's four threads, because compression and files need
 * them too. With several cores, at least one stays free.
 */
export const hashesAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1));
/** The maximum number of waiting hashes, about 12 seconds of work for one core. */
const maxWaiting = 256;
/** Equals the number of logins that an address may send in a minute. */
export const maxWaitingOfCaller = 20;

const queue = createFairQueue({
  waiting: maxWaiting,
  waitingOfGroup: maxWaitingOfCaller,
  atOnce: hashesAtOnce,
});

/**
 * Runs the work when it is its turn. Callers with an account alternate with all others, however many wait; within each
 * group, networks and addresses take turns. Throws SERVER_BUSY if too much work is waiting.
 */
export async function inPasswordQueue<Result>(
  caller: PasswordCaller,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await queue.run(work, placeOf(caller));
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    const message = "The server is checking many passwords right now. Try again in a few seconds.";
    throw new ApiFailure("SERVER_BUSY", message, { retryAfterSeconds: 5 });
  }
}

function placeOf(caller: PasswordCaller): Place {
  if (caller === "system") return { turns: ["system"] };
  const { by, account } = caller;
  const kind = account === null ? "anonymous" : "account";
  if (!by.limitsCallers) return { turns: [kind, account ?? ""], groups: [] };
  // Counts anonymous callers and known accounts of a network separately, so that a flood from an address leaves room
  // for known devices at the same address.
  const networks = networksAround(by.caller.address).map((name) => `${kind} ${name}`);
  if (account === null) return { turns: [kind, ...networks], groups: [networks] };
  return {
    turns: [kind, ...networks, `account ${account}`],
    groups: [networks, [`account ${account}`]],
  };
}
