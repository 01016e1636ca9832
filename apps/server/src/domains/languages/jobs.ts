import { type Services, systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { EventHandler } from "../../platform/jobs/outbox-sweep.ts";
import { endEvent, enqueue } from "../../platform/outbox.ts";

const batch = 200;
/** The batches per job run; a new job then continues, so that other stores are processed in between. */
const batchesPerJob = 5;

/** Stems the originals in the store's new default language, a batch of products at a time. */
export const restem: EventHandler<"language.moved"> = async (
  services,
  { id, storeId, payload },
) => {
  let after = payload.after ?? "00000000-0000-0000-0000-000000000000";
  for (let i = 0; i < batchesPerJob; i += 1) {
    const ids = await stemBatch(services, storeId, after);
    const last = ids.at(-1);
    if (last === undefined || ids.length < batch) return;
    after = last;
  }
  await systemTransaction(services, storeId, async (tx) => {
    // If the default language has changed again meanwhile, that change's job starts from the first product.
    const isCurrent = await endEvent(tx, id, services.now());
    if (isCurrent) await enqueue(tx, "language.moved", { after });
  });
};

/** Returns the processed products; fewer than a batch at the end. */
function stemBatch(services: Services, storeId: string, after: string): Promise<string[]> {
  return systemTransaction(services, storeId, async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`
      select id from shop.products where store_id = ${tx.storeId} and id > ${after} order by id limit ${batch} for no key update`);
    const ids = rows.map((row) => row.id);
    await tx.run(sql`select shop.refresh_listings(${tx.storeId}, ${ids}::uuid[])`);
    return ids;
  });
}
