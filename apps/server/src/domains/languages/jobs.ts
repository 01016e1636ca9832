import { systemTransaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/jobs/outbox-sweep.ts";

const batch = 200;

/** Stems the originals as the store's first language does now, some products at a time. */
export const stemAnew: Handler<"language.moved"> = async (services, { storeId }) => {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const ids = await systemTransaction(services, storeId, async (tx) => {
      const rows = await tx.rows<{ id: string }>(sql`
        select id from shop.products where store_id = ${tx.storeId} and id > ${after} order by id limit ${batch} for no key update`);
      const found = rows.map(({ id }) => id);
      await tx.run(sql`
        select shop.refresh_listings(${tx.storeId}, ${found}::uuid[])`);
      return found;
    });
    const last = ids.at(-1);
    if (last === undefined || ids.length < batch) return;
    after = last;
  }
};
