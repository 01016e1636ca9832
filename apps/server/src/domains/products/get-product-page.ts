import type { Product, products } from "@vetrina/contract/catalogue/products";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import { inLanguage, productColumns, requireProduct } from "./read-product.ts";
import { type ProductRow, productToWire } from "./to-wire.ts";

/**
 * Reads the product page by the store and the product's link. A former link finds the product too, and the response
 * contains the current link.
 */
export async function getProductPage(
  ctx: Context,
  { link, language }: Omit<Input<typeof products.getProductPage>, "id">,
): Promise<Product> {
  const ofStore = sql`select ${productColumns(ctx.store)} from catalogue.products p where p.store_id = ${ctx.store.id}`;
  const row = await ctx.catalogue.row<ProductRow>(sql`${ofStore} and p.link = ${link}`);
  if (row !== undefined) return inLanguage(ctx, productToWire(row, ctx.store, ctx.now()), language);
  const moved = sql`select l.product_id from catalogue.product_links l where l.store_id = ${ctx.store.id} and l.link = ${link}`;
  const renamed = await ctx.catalogue.row<ProductRow>(sql`${ofStore} and p.id = (${moved})`);
  return inLanguage(ctx, requireProduct(ctx, renamed), language);
}
