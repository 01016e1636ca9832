import type { Product, products } from "@vetrina/contract/catalogue/products";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import {
  inLanguage,
  presentProduct,
  publishedProducts,
  readProduct,
  requireProduct,
} from "./read-product.ts";

/** Returns one product by its id; staff also get unpublished ones. */
export async function getProduct(
  ctx: Context,
  { id, language }: Input<typeof products.getProduct>,
): Promise<Product> {
  if (ctx.seesMore) return ctx.tx((tx) => presentProduct(ctx, tx, id));
  const row = await readProduct(ctx.catalogue, publishedProducts, ctx.store, id);
  return inLanguage(ctx, requireProduct(ctx, row), language);
}
