import type { Context } from "../../platform/context.ts";
import { busy } from "../../platform/database/connection-shares.ts";
import { createFairQueue, type FairQueue, QueueFullError } from "../../platform/fair-queue.ts";
import { networksAround } from "../../platform/http/callers/caller-address.ts";

/**
 * The limits of one step. Deliveries use the worker's six connections, which jobs and mails need too. Deliveries to the
 * stores of one owner often wait for the same row, so they run one by one.
 */
const rules = { atOnce: 2, atOnceOfTurn: 1, waiting: 300, waitingOfGroup: 100 };

/**
 * The steps of a delivery that use the database: finding the account whose secret may verify it, and storing it once it
 * is verified. Unverified deliveries therefore delay only the first step of others.
 */
const steps = { find: createFairQueue(rules), store: createFairQueue(rules) } satisfies Record<
  string,
  FairQueue
>;

/**
 * Runs a step of a delivery when it is its turn. Owners take turns, and so do the addresses that deliver to the stores
 * of one owner. `owner`: the owner of the store that the delivery names. Throws SERVER_BUSY if too many wait or the
 * caller has left.
 */
export async function inDeliveryTurn<Result>(
  step: keyof typeof steps,
  { caller, limitsCallers }: Context,
  owner: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const turns = [owner, ...(limitsCallers ? networksAround(caller.address) : [])];
  try {
    return await steps[step].run(work, { turns, groups: [turns], signal: caller.signal });
  } catch (error) {
    throw error instanceof QueueFullError ? busy() : error;
  }
}
