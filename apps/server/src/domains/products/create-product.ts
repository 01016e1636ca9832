import type { Product, products } from "@vetrina/contract/catalogue/products";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { countCopies } from "../../platform/http/callers/count-write.ts";
import type { Input } from "../../platform/http/routes.ts";
import { claimKey, keepAnswer } from "../../platform/idempotency.ts";
import { newId } from "../../platform/id.ts";
import { writtenRichText } from "../../platform/rich-text/rich-text.ts";
import { sanitizeAhead } from "../../platform/rich-text/sanitize-ahead.ts";
import { holdCurrency } from "../../platform/database/lock-store.ts";
import { insertVariants, orTaken, refreshListing } from "./change-product.ts";
import { chooseLink } from "./product-link.ts";
import { presentProduct } from "./read-product.ts";
import { chosenVariants, sizeOfVariants } from "./variants/combinations.ts";
import { planVariants } from "./rules.ts";
import { planCharts } from "./size-charts.ts";

/**
 * Creates a product with its options, variants and opening stock. An active product is published at once, or at its
 * publication time.
 */
export async function createProduct(
  ctx: Context,
  { body }: Pick<Input<typeof products.createProduct>, "body">,
): Promise<Product> {
  const texts = [body.description, body.seoDescription];
  return sanitizeAhead(ctx, texts, () => insertProduct(ctx, body));
}

async function insertProduct(
  ctx: Context,
  body: Input<typeof products.createProduct>["body"],
): Promise<Product> {
  const given = body.options.map(({ name, values }) => ({
    name,
    values: values.map(({ value, swatch }) => ({ value, swatch: swatch?.toLowerCase() ?? null })),
  }));
  const plan = planVariants(given, chosenVariants(given, body), ctx.store.currency);
  const charts = planCharts(plan.options, body);
  const id = newId();
  const publishedAt = body.publishedAt ?? (body.status === "ACTIVE" ? ctx.now() : null);
  const description = writtenRichText(body.description, "description", "product");
  const seoDescription =
    body.seoDescription == null
      ? null
      : writtenRichText(body.seoDescription, "seoDescription", "product");

  await countCopies(ctx, sizeOfVariants(plan.variants));
  const change = ctx.tx(async (tx) => {
    const stored = await claimKey<{ id: string }>(tx, ctx);
    if (stored !== null) return presentProduct(ctx, tx, stored.id);
    await holdCurrency(tx, ctx);
    const link = await chooseLink(tx, body.name, body.link);
    await tx.run(sql`
      insert into shop.products (store_id, id, link, name, description, seo_title, seo_description, meta_description, status,
        category, department, vendor, tax_class, tags, composition, care, measurements, body_measurements, options, published_at, sale_ends_at,
        created_at, updated_at)
      values (${tx.storeId}, ${id}, ${link}, ${body.name}, ${description}, ${body.seoTitle ?? null},
        ${seoDescription}, ${body.metaDescription ?? null}, ${body.status}, ${body.category || null}, ${body.department ?? null},
        ${body.vendor ?? null}, ${body.taxClass}, ${[...new Set(body.tags)]}, ${body.composition ?? null}, ${body.care}, ${JSON.stringify(charts.measurements)},
        ${JSON.stringify(charts.bodyMeasurements)}, ${JSON.stringify(plan.options)}, ${publishedAt}, ${body.saleEndsAt ?? null}, ${ctx.now()}, ${ctx.now()})`);
    await insertVariants(tx, id, plan.variants, (i) => `variants.${i}.`);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "product",
      entityId: id,
      after: { link, name: body.name, status: body.status, variants: plan.variants.length },
    });
    await refreshListing(tx, id);
    await keepAnswer(tx, ctx, { id });
    return presentProduct(ctx, tx, id);
  });
  return orTaken(change);
}
