import type { Context } from "../../platform/context.ts";
import { busy } from "../../platform/database/connection-shares.ts";
import { createFairQueue, type FairQueue, QueueFullError } from "../../platform/fair-queue.ts";
import { networksAround } from "../../platform/http/callers/caller-address.ts";

/**
 * The limits of each step. Deliveries share the worker's six connections with jobs and emails. Deliveries to one
 * owner's stores often wait for the same row, so they run one at a time.
 */
const rules = { atOnce: 2, atOnceOfTurn: 1, waiting: 300, waitingOfGroup: 100 };

/**
 * The two steps of a delivery that use the database: `find` reads the account whose secret may verify it, and `store`
 * stores it once it is verified. They have separate queues, so unverified deliveries delay only the first step of
 * others.
 */
const steps = { find: createFairQueue(rules), store: createFairQueue(rules) } satisfies Record<
  string,
  FairQueue
>;

/**
 * Runs a step of a delivery when it is its turn. `owner` owns the store that the delivery names. Owners take turns, and
 * so do the addresses that deliver to one owner's stores. Throws SERVER_BUSY if too many deliveries wait or the caller
 * disconnects.
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
