import { z } from "zod";
import { sql } from "../../platform/database/sql.ts";
import { again, defineJob, type Job } from "../../platform/jobs/define-job.ts";

/** Maximum number of products per transaction. No product is added once the batch has this many variants. */
const batch = { products: 200, variants: 1000 };
/** The number of batches per time slice, after which other stores' jobs get a turn. */
const batchesPerSlice = 5;

const LanguageMoved = z.object({
  /** The id of the last product that has been stemmed. */
  after: z.guid().optional(),
});

/**
 * Stems the original texts again after the store's default language has changed. At most one such job waits per store.
 */
export const restem = defineJob({
  kind: "language.moved",
  payload: LanguageMoved,
  concurrency: 4,
  ofOwner: 2,
  inOrder: true,
  async run(_services, job) {
    let after = job.payload.after ?? "00000000-0000-0000-0000-000000000000";
    for (let i = 0; i < batchesPerSlice && !job.stopped(); i += 1) {
      const ids = await stemBatch(job, after);
      const last = ids.at(-1);
      if (last === undefined) return;
      after = last;
    }
    // If the default language changes again, a new job replaces this one and starts from the first product.
    return again({ payload: { after } });
  },
});

/** Stems the next products and returns their ids; empty after the last product. */
function stemBatch(job: Job<z.infer<typeof LanguageMoved>>, after: string): Promise<string[]> {
  return job.step(async (tx) => {
    const rows = await tx.rows<{ id: string }>(sql`
      with next as materialized (
        select id from shop.products where store_id = ${tx.storeId} and id > ${after} order by id limit ${batch.products} for no key update
      ), counted as (
        select n.id, (select count(*) from shop.variants v
          where v.store_id = ${tx.storeId} and v.product_id = n.id and v.deleted_at is null) as variants from next n
      )
      select id from (select id, sum(variants) over (order by id) - variants as before from counted) c
      where before < ${batch.variants} order by id`);
    const ids = rows.map((row) => row.id);
    await tx.run(sql`select shop.refresh_listings(${tx.storeId}, ${ids}::uuid[])`);
    return ids;
  });
}
