import type { BulkEditState } from "@vetrina/contract/catalogue/bulk-edits";
import type { BulkChange, BulkSelection } from "@vetrina/contract/catalogue/bulk-changes";
import { runJobs } from "#tests/run-jobs.ts";
import type { Client, World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { processBulkEdits } from "./jobs.ts";

/** Inserts an edit of a product's category that has already been prepared or run, and returns its id. */
export async function seedBulkEdit(
  world: Pick<World, "admin">,
  storeId: string,
  productId: string,
  state: Extract<BulkEditState, "READY" | "DONE"> = "READY",
): Promise<string> {
  const id = newId();
  const item = state === "READY" ? "PENDING" : "DONE";
  const admin = queryable(world.admin);
  await admin.run(sql`
    insert into shop.bulk_edits (store_id, id, selection, change, product_ids, product_count, item_count, state, counts, worked, actor_kind, created_at, ran_at)
    values (${storeId}, ${id}, ${JSON.stringify({ products: [productId] })}, '{"category": "tops"}', ${[productId]}, 1, 1, ${state},
      ${JSON.stringify({ [item]: 1 })}, 1, 'system', now(), case when ${state} = 'DONE' then now() end)`);
  await admin.run(sql`
    insert into shop.bulk_edit_items (store_id, bulk_edit_id, position, product_id, field, before, after, state)
    values (${storeId}, ${id}, 1, ${productId}, 'CATEGORY', '{"category": "dresses"}', '{"category": "tops"}', ${item})`);
  return id;
}

/** Runs the worker until no work is left. */
export async function work(world: Pick<World, "services">): Promise<void> {
  await runJobs(world.services, { jobs: [processBulkEdits] });
}

/**
 * Returns functions that call the API as a staff member. After a call that changes an edit, the worker processes the
 * edit.
 */
export function editor(world: World, storeId: string, staff: Client) {
  const { bulkEdits } = staff;
  const through = async (id: string) => {
    await work(world);
    return bulkEdits.getBulkEdit({ id });
  };
  return {
    prepare: async (change: BulkChange, selection: BulkSelection = { filter: {} }) => {
      const { id } = await bulkEdits.createBulkEdit({ storeId, body: { selection, change } });
      return through(id);
    },
    run: async (id: string) => through((await bulkEdits.runBulkEdit({ id })).id),
    undo: async (id: string) => through((await bulkEdits.undoBulkEdit({ id })).id),
    /** All items of the edit, from all pages. */
    items: async (id: string) => {
      const all = [];
      for (let after: number | null = 0; after !== null;) {
        const page = await bulkEdits.listBulkEditItems({ id, after, limit: 100 });
        all.push(...page.items);
        after = page.next;
      }
      return all;
    },
  };
}
