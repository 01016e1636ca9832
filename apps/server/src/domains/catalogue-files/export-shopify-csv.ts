import { stringify } from "csv-stringify/sync";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { readStoreProducts } from "./queries.ts";
import { shopifyHeader, shopifyRows } from "./shopify-rows.ts";
import type { StoreImage } from "./store-product.ts";

const pageSize = 200;

/**
 * The store's products as Shopify's product CSV, in pieces: each page of products is read by itself, so a
 * store of any size takes little memory. `origin` stands before the pictures' addresses; `progress` hears how many
 * products are written.
 */
export async function* exportShopifyCsv(
  ctx: Context,
  origin: string,
  progress: (done: number) => void = () => {},
): AsyncGenerator<string> {
  const about = {
    currency: ctx.store.currency,
    pictureUrl: ({ key, remoteUrl }: StoreImage) => remoteUrl ?? `${origin}/media/${key}/640.webp`,
  };
  yield stringify([[...shopifyHeader]]);
  let after = "00000000-0000-0000-0000-000000000000";
  for (let done = 0; ;) {
    const page = await ctx.tx(async (tx) => {
      const chosen = await tx.rows<{ id: string; link: string }>(sql`
        select id, link from shop.products
        where store_id = ${tx.storeId} and id > ${after} and deleted_at is null order by id limit ${pageSize}`);
      const links = chosen.map(({ link }) => link);
      return [...(await readStoreProducts(tx, links, false)).values()];
    });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    yield stringify(page.flatMap((product) => shopifyRows(product, about)));
    done += page.length;
    progress(done);
  }
}
