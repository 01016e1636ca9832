import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { mainLocation } from "./levels.ts";

/** Creates a new store's first location. */
export async function openMainLocation(tx: Transaction): Promise<void> {
  await tx.run(sql`
    insert into shop.locations (store_id, id, code, name) values (${tx.storeId}, ${newId()}, ${mainLocation}, 'Main')`);
}
