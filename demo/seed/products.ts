import { createProduct } from "@vetrina/server/domains/products/create-product";
import { saveImages } from "@vetrina/server/domains/products/save-images";
import { updateProduct } from "@vetrina/server/domains/products/update-product";
import { ProductInput } from "@vetrina/contract/catalogue/product-inputs";
import type { Context } from "@vetrina/server/platform/context";
import { sql } from "@vetrina/server/platform/database/sql";
import { products as sorvela } from "../catalogue/sorvela.ts";
import { products as tordo } from "../catalogue/tordo.ts";
import {
  type DemoProduct,
  kebab,
  pictureKey,
  type StoreSlug,
  type View,
} from "../catalogue/types.ts";
import { altText } from "./alt-text.ts";
import { inParallel } from "./in-parallel.ts";
import { widthsOf } from "./pictures.ts";

const catalogues: Record<StoreSlug, readonly DemoProduct[]> = { sorvela, tordo };
const dayMs = 86_400_000;
/** How long the first sale lasts from the time of seeding: less than an hour, so that the countdown is visible. */
const flashSaleMs = 55 * 60_000;
const width = 960;
const height = 1200;

/** Creates the store's missing products and returns the id of every product by its link. */
export async function seedProducts(ctx: Context, slug: StoreSlug): Promise<Map<string, string>> {
  const known = await ctx.tx((tx) =>
    tx.rows<{ link: string; id: string }>(
      sql`select link, id from shop.products where store_id = ${tx.storeId}`,
    ),
  );
  const ids = new Map(known.map((row) => [row.link, row.id]));
  await inParallel(catalogues[slug], async (product) => {
    if (!ids.has(product.link)) {
      const { id } = await createProduct(ctx, { body: inputOf(product, slug, ctx.now()) });
      ids.set(product.link, id);
    }
    const productId = ids.get(product.link) ?? "";
    if (!(await hasImages(ctx, productId)))
      await saveImages(ctx, { productId, images: await imagesOf(product, slug) });
  });
  const onSale = catalogues[slug].find((product) => product.regularPrice !== undefined);
  const productId = ids.get(onSale?.link ?? "");
  const saleEndsAt = new Date(ctx.now().getTime() + flashSaleMs).toISOString();
  if (productId !== undefined) await updateProduct(ctx, { id: productId, body: { saleEndsAt } });
  return ids;
}

function inputOf(product: DemoProduct, slug: StoreSlug, now: Date) {
  const oneSize = product.sizes.length === 1 && product.sizes[0] === "One Size";
  const combinations = product.colors.flatMap((color) =>
    product.sizes.map((sizeName) => ({ color: color.name, size: sizeName })),
  );
  return ProductInput.parse({
    name: product.name,
    link: product.link,
    description: product.description,
    seoTitle: product.name,
    seoDescription: product.seoDescription,
    metaDescription: product.metaDescription,
    status: "ACTIVE",
    category: product.category,
    department: product.department,
    vendor: slug,
    tags: product.tags,
    composition: product.composition,
    care: product.care,
    measurements: product.measures,
    options: [
      {
        name: "Color",
        values: product.colors.map(({ name, hex }) => ({ value: name, swatch: hex })),
      },
      ...(oneSize ? [] : [{ name: "Size", values: product.sizes.map((value) => ({ value })) }]),
    ],
    variants: combinations.map(({ color, size: sizeName }) => ({
      options: oneSize ? { Color: color } : { Color: color, Size: sizeName },
      sku: `${slug}-${product.link}-${kebab(color)}-${kebab(sizeName)}`.toUpperCase(),
      price: product.price,
      regularPrice: product.regularPrice ?? null,
      stock:
        product.stockOf?.[`${color} / ${sizeName}`] ?? product.stockOf?.[sizeName] ?? product.stock,
    })),
    publishedAt: new Date(now.getTime() - product.daysOld * dayMs).toISOString(),
  });
}

async function hasImages(ctx: Context, productId: string): Promise<boolean> {
  const image = await ctx.tx((tx) =>
    tx.row(
      sql`select from shop.images where store_id = ${tx.storeId} and product_id = ${productId} limit 1`,
    ),
  );
  return image !== undefined;
}

const kinds = { front: "PHOTO", back: "PHOTO", technical: "DRAWING", cloth: "DETAIL" } as const;

async function imagesOf(product: DemoProduct, slug: StoreSlug) {
  const [first] = product.colors;
  const views: { view: View; color: string | null; drawnFor: string }[] = [
    ...product.colors.flatMap(({ name }) => [
      { view: "front" as const, color: name, drawnFor: name },
      { view: "back" as const, color: name, drawnFor: name },
    ]),
    { view: "technical", color: null, drawnFor: first?.name ?? "" },
    // The technical drawing is shown for every color, but the cloth picture only for the color that it was drawn in.
    { view: "cloth", color: first?.name ?? null, drawnFor: first?.name ?? "" },
  ];
  const images = await Promise.all(
    views.map(async ({ view, color, drawnFor }) => {
      const key = pictureKey(slug, product.link, view, drawnFor);
      return {
        key,
        color,
        alt: altText(product, view, drawnFor),
        kind: kinds[view],
        widths: await widthsOf(key),
        width,
        height,
      };
    }),
  );
  return images.filter((image) => image.widths.length > 0);
}
