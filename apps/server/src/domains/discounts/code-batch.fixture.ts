import type { World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";

/** Inserts a batch of three codes that are not created yet, and returns its id. */
export async function seedCodeBatch(
  world: Pick<World, "admin">,
  storeId: string,
  discountId: string,
): Promise<string> {
  const id = newId();
  await world.admin.query(
    `insert into shop.discount_code_batches (store_id, id, discount_id, count) values ($1, $2, $3, 3)`,
    [storeId, id, discountId],
  );
  return id;
}
