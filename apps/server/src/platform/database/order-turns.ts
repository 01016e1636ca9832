import { createShares, type Shares } from "../fair-shares.ts";
import { networksAround } from "../http/callers/caller-address.ts";
import { busy, reserved } from "./connection-shares.ts";
import { createKeyedShares, type KeyedShares } from "./keyed-shares.ts";

/** `ids`: those of the variants whose stock the work locks or, if they aren't known, of the order. */
type Placing = { storeId: string; address: string | null; ids: readonly string[] };

/** The turns of each owner's stores, by a kind of work and the owner. */
export type OrderTurns = KeyedShares<Placing>;

/** One order holds the variant's stock rows. Meanwhile, a second one is priced and then waits for them. */
const maxOfVariant = 2;
const maxWaiting = { ofName: 500, inAll: 1000 };

/**
 * Limits how many orders of an owner's stores are placed, changed or canceled by buyers at a time, and how many are
 * paid, before they take a connection. They lock the stock of their items, so all of the owner's connections could wait
 * for each other's rows.
 */
export function createOrderTurns(poolSize: number, maxWaitMs: number): OrderTurns {
  const size = maxOfOwner(poolSize);
  return createKeyedShares(() => ordersOfOwner(size, maxWaitMs));
}

/**
 * Half of what connection-shares.ts allows an owner: four of nine, if the pool has sixteen. With as many payments, one is
 * left for reads. An order takes about as long on the process's one thread as in the database, so a few at a time keep
 * both busy.
 */
function maxOfOwner(poolSize: number): number {
  return Math.max(1, Math.floor((poolSize - reserved) / 3));
}

function ordersOfOwner(size: number, maxWaitMs: number): Shares<Placing> {
  return createShares({
    size,
    namesOf({ storeId, address, ids }) {
      const turns = [storeId, ...(address === null ? [] : networksAround(address))];
      return { held: [...turns, ...ids], turns, groups: [turns] };
    },
    fullName: ({ ids }, { heldBy }) => ids.find((id) => heldBy(id) >= maxOfVariant) ?? null,
    maxWaitMs,
    maxWaiting,
    busy,
  });
}
