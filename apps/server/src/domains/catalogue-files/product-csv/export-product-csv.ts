import { stringify } from "csv-stringify/sync";
import type { Context } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { type ExportFormat, type ExportPage, nextProducts } from "../export-pages.ts";
import { readStoreProducts } from "../products/read-store-products.ts";
import type { StoreImage } from "../products/store-product.ts";
import { rememberExported } from "../products/write-products.ts";
import { productHeader, productRows } from "./product-rows.ts";

/** Maximum number of products on a page. */
const pageSize = 50;
const maxVariants = 500;

/**
 * Exports a store's products as Shopify's product CSV. Pictures are given by their URLs on this server, or by their
 * original URLs until they are downloaded.
 */
export const productCsv: ExportFormat = {
  begin: () => stringify([[...productHeader]]),
  page: productPage,
};

async function productPage(ctx: Context, after: string): Promise<ExportPage> {
  const origin = ctx.services.publicUrl;
  const about = {
    currency: ctx.store.currency,
    now: ctx.now(),
    pictureUrl: ({ key, remoteUrl }: StoreImage) => remoteUrl ?? `${origin}/media/${key}/640.webp`,
  };
  const { products, next } = await ctx.tx(async (tx) => {
    const page = await nextProducts(tx, after, pageSize, maxVariants);
    const chosen = await tx.rows<{ link: string }>(sql`
      select link from shop.products where store_id = ${tx.storeId} and id = any(${page.ids}::uuid[]) order by id`);
    const links = chosen.map(({ link }) => link);
    const read = await readStoreProducts(tx, links, false);
    await rememberExported(tx, read.values());
    return { products: read, next: page.next };
  });
  let text = "";
  for (const product of products.values())
    for (const row of productRows(product, about)) {
      await pace();
      text += stringify([row]);
    }
  return { text, products: products.size, next };
}
