import { callTransaction, enterAs, shareHolder, type Transaction } from "../context.ts";
import type { StoreRef } from "../store-directory.ts";
import { busy } from "./connection-shares.ts";
import type { Database } from "./open-database.ts";

type Waiting<Item, Answer> = PromiseWithResolvers<Answer> & { item: Item };

/** `maxItems`: the maximum number of items in one transaction. */
type GatherRules<Item, Answer> = {
  what: string;
  maxItems: number;
  work: (tx: Transaction, items: readonly Item[]) => Promise<readonly Answer[]>;
};

/** Writes an item in `store`. Throws SERVER_BUSY if thousands wait under this key. */
export type GatheredWrite<Item, Answer> = (
  database: Database,
  store: StoreRef,
  key: string,
  item: Item,
) => Promise<Answer>;

const maxWaiting = 5000;
const shopper = { kind: "anonymous" } as const;

/**
 * Combines shoppers' writes to the same row, which would otherwise each hold a connection while waiting for the row's
 * lock. Each key runs one transaction at a time; items that arrive meanwhile share the next one. `work` gets items of
 * one key and returns their results in the same order. If it throws, all of them fail.
 */
export function gatherWrites<Item, Answer>({
  what,
  maxItems,
  work,
}: GatherRules<Item, Answer>): GatheredWrite<Item, Answer> {
  /** The waiting items of each key that has a transaction running. */
  const waitingOf = new WeakMap<Database, Map<string, Waiting<Item, Answer>[]>>();

  async function writeWaiting(
    database: Database,
    store: StoreRef,
    waiting: Waiting<Item, Answer>[],
    end: () => void,
  ): Promise<void> {
    const enter = { storeId: store.id, enter: enterAs(shopper, store.id), what };
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxItems);
      const items = batch.map(({ item }) => item);
      try {
        const answers = await callTransaction(database, shareHolder(shopper, store), enter, (tx) =>
          work(tx, items),
        );
        for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    // Called in the same tick as the check that none is waiting, so that no item joins a queue that nobody reads.
    end();
  }

  return (database, store, key, item) => {
    const keys = waitingOf.getOrInsertComputed(database, () => new Map());
    const call = { ...Promise.withResolvers<Answer>(), item };
    const others = keys.get(key);
    if (others === undefined) {
      const waiting = [call];
      keys.set(key, waiting);
      void writeWaiting(database, store, waiting, () => keys.delete(key));
    } else if (others.length < maxWaiting) others.push(call);
    else call.reject(busy());
    return call.promise;
  };
}
