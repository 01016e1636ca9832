import type { PerformanceEvent } from "@vetrina/contract/enumerations";
import type { z } from "zod";
import { gatherWrites } from "../../platform/database/gather-writes.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { sql } from "../../platform/database/sql.ts";
import type { StoreRef } from "../../platform/store-directory.ts";

/** Stored as the product id of events without a product. */
export const noProduct = "00000000-0000-0000-0000-000000000000";

/** `mayAdd`: whether the event may create the counter for its hour, kind and product. */
export type CountedEvent = {
  hour: Date;
  event: z.infer<typeof PerformanceEvent>;
  product: string;
  value: number;
  mayAdd: boolean;
};

/**
 * Counts an event. Events of a store that arrive while its counters are being written share the next transaction.
 * Returns whether the event was counted.
 */
export function countEvent(
  database: Database,
  store: StoreRef,
  event: CountedEvent,
): Promise<boolean> {
  return count(database, store, store.id, event);
}

const count = gatherWrites<CountedEvent, boolean>({
  what: "store",
  maxItems: 500,
  work: async (tx, events) => {
    const rows = await tx.rows<{ position: number }>(sql`
      select door.count_events(${events.map(({ hour }) => hour)}, ${events.map(({ event }) => event)},
        ${events.map(({ product }) => product)}, ${events.map(({ value }) => value)},
        ${events.map(({ mayAdd }) => mayAdd)}) as position`);
    const counted = new Set(rows.map(({ position }) => position));
    return events.map((_, i) => counted.has(i + 1));
  },
});
