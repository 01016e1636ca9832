// @module-tag slow

import * as fc from "fast-check";
import { distinctWords } from "@vetrina/contract/common";
import { expect } from "vitest";
import { systemTransaction } from "../../../platform/context.ts";
import { ProductInput } from "@vetrina/contract/catalogue/product-inputs";
import { toMajor } from "@vetrina/commerce/money";
import { withoutGuard } from "../../../platform/csv/formula.ts";
import { exportChunks } from "../export-pages.ts";
import { readStoreProducts } from "../products/read-store-products.ts";
import type { StoreProduct } from "../products/store-product.ts";
import type { Row } from "./csv.fixture.ts";
import { productCsv } from "./export-product-csv.ts";
import { test } from "./import.fixture.ts";

// Random texts for cells: quotes, commas, line ends, other scripts, and characters of two code units.
const text = (longest: number) =>
  fc
    .oneof(
      fc.string({ maxLength: longest, unit: "grapheme" }),
      fc.constantFrom('a "b", c', "x\ny", "x\r\ny", "=1+1", "'", "naïve 日本 👗", ",", '"'),
    )
    .map((word) => word.replaceAll("\0", "").trim().slice(0, longest).toWellFormed())
    .filter((word) => word.length <= longest && word === word.trim() && !word.includes("\uFFFD"))
    .filter((word) => withoutGuard(word) === word);
const filled = (longest: number) => text(longest).filter((word) => word !== "");

const optionNames = fc.uniqueArray(fc.constantFrom("Size", "Color", "Fit", "Länge"), {
  maxLength: 3,
});
const amount = fc.integer({ min: 0, max: 1_000_000 });

const variant = fc.record({
  values: fc.array(fc.oneof(filled(20), fc.constantFrom("S", "M", "s", "Navy", "navy")), {
    minLength: 3,
    maxLength: 3,
  }),
  price: amount,
  more: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: null }),
  grams: fc.option(fc.integer({ min: 1, max: 90_000 }), { nil: null }),
  stock: fc.integer({ min: 0, max: 500 }),
  barcode: fc.option(filled(12), { nil: null }),
  hasSku: fc.boolean(),
});

const product = fc.record({
  name: filled(60),
  vendor: fc.option(filled(20), { nil: null }),
  tags: fc
    .array(
      filled(12).filter((tag) => !tag.includes(",")),
      { maxLength: 4 },
    )
    .map((tags) => distinctWords(tags).filter(Boolean)),
  seoTitle: fc.option(filled(40), { nil: null }),
  status: fc.constantFrom("ACTIVE", "DRAFT", "ARCHIVED"),
  optionNames,
  variants: fc.array(variant, { minLength: 1, maxLength: 5 }),
  pictures: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
});
type Model = {
  link: string;
  name: string;
  vendor: string | null;
  tags: string[];
  seoTitle: string | null;
  status: string;
  optionNames: string[];
  variants: {
    options: Record<string, string>;
    price: number;
    regularPrice: number | null;
    weightGrams: number | null;
    onHand: number;
    barcode: string | null;
    sku: string | null;
  }[];
  pictures: string[];
};

const catalogue = fc.array(product, { minLength: 1, maxLength: 6 }).map((products) =>
  products.map((drawn, n): Model => {
    const seen = new Set<string>();
    // A value keeps the spelling of its first occurrence.
    const spelled = new Map<string, string>();
    const spell = (option: string, value: string) => {
      const key = `${option} ${value.toLowerCase()}`;
      if (!spelled.has(key)) spelled.set(key, value);
      return spelled.get(key) ?? value;
    };
    const variants = drawn.variants
      .map((made, v) => ({
        options: Object.fromEntries(
          drawn.optionNames.map((name, i) => [name, spell(name, made.values[i] ?? "")]),
        ),
        price: made.price,
        regularPrice: made.more === null ? null : made.price + made.more,
        weightGrams: made.grams,
        onHand: made.stock,
        barcode: made.barcode,
        sku: made.hasSku ? `SKU ${n}/${v}` : null,
      }))
      .filter(({ options }) => {
        const key = JSON.stringify(options).toLowerCase();
        return !seen.has(key) && seen.add(key) !== undefined;
      });
    const pictures = drawn.pictures.map(
      (picture) => `https://pictures.example/${n}/${picture}.jpg`,
    );
    return { ...drawn, link: `piece-${n}`, variants, pictures };
  }),
);

function toRows(models: readonly Model[]): Row[] {
  return models.flatMap((model) => {
    const count = Math.max(model.variants.length, model.pictures.length);
    return Array.from({ length: count }, (_, i) => {
      const variant = model.variants[i];
      const row: Record<string, string> = {
        Handle: model.link,
        "Image Src": model.pictures[i] ?? "",
      };
      if (i === 0)
        Object.assign(row, {
          Title: model.name,
          Vendor: model.vendor ?? "",
          Tags: model.tags.join(", "),
          "SEO Title": model.seoTitle ?? "",
          Status: model.status.toLowerCase(),
        });
      if (variant === undefined) return row;
      for (const [n, [name, value]] of Object.entries(variant.options).entries()) {
        if (i === 0) row[`Option${n + 1} Name`] = name;
        row[`Option${n + 1} Value`] = value;
      }
      return Object.assign(row, {
        "Variant Price": toMajor(variant.price, "USD").toFixed(2),
        "Variant Compare At Price":
          variant.regularPrice === null ? "" : toMajor(variant.regularPrice, "USD").toFixed(2),
        "Variant Grams": String(variant.weightGrams ?? ""),
        "Variant Inventory Qty": String(variant.onHand),
        "Variant Inventory Tracker": "shopify",
        "Variant Barcode": variant.barcode ?? "",
        "Variant SKU": variant.sku ?? "",
      });
    });
  });
}

function toModel(product: StoreProduct): Model {
  const { link, name, vendor, tags, seoTitle, status, options, variants, images } = product;
  return {
    link,
    name,
    vendor,
    tags,
    seoTitle,
    status,
    optionNames: options.map((option) => option.name),
    variants: variants.map(
      ({ options, price, regularPrice, weightGrams, onHand, barcode, sku }) => {
        return { options, price, regularPrice, weightGrams, onHand, barcode, sku };
      },
    ),
    pictures: images.map(({ remoteUrl }) => remoteUrl ?? ""),
  };
}

test("any catalogue stays the same after an export and import, and importing it again changes nothing", async ({
  shop,
}) => {
  const { world, storeId } = shop;
  await fc.assert(
    fc.asyncProperty(catalogue, async (models) => {
      const rows = toRows(models);
      const first = await shop.bring(rows);
      expect(first.errors).toEqual([]);
      const stored = await systemTransaction(world.services, storeId, (tx) =>
        readStoreProducts(
          tx,
          models.map(({ link }) => link),
          false,
        ),
      );
      expect(models.map(({ link }) => toModel(stored.get(link) as StoreProduct))).toEqual(
        models.map(inOptionOrder),
      );
      for (const product of stored.values()) expect(accepted(product)).toBe(true);
      const before = await shop.everything();
      expect(await shop.bring(rows)).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: models.length,
      });
      let file = "";
      for await (const chunk of exportChunks(await world.system(storeId), productCsv))
        file += chunk;
      expect(await shop.bring(file)).toMatchObject({ created: 0, updated: 0 });
      // The export has recorded its quantities in imported_quantities.
      const after = await shop.everything();
      expect({ ...after, imported_quantities: [] }).toEqual({ ...before, imported_quantities: [] });
      await clear(shop.world, storeId);
    }),
    { numRuns: 20 },
  );
});

/** Sorts variants by the values of each option in turn, in the order in which the values first occur. */
function inOptionOrder(model: Model): Model {
  const places = model.optionNames.map((name) => {
    const values = [...new Set(model.variants.map(({ options }) => options[name]))];
    return (variant: Model["variants"][number]) => values.indexOf(variant.options[name]);
  });
  const variants = model.variants.toSorted((a, b) => {
    const place = places.find((of) => of(a) !== of(b));
    return place === undefined ? 0 : place(a) - place(b);
  });
  return { ...model, variants };
}

/** Whether the API would also accept the product. */
function accepted(product: StoreProduct): boolean {
  const { link, name, description, seoTitle, status, category, department, vendor, tags, options } =
    product;
  const fields = { link, name, description, seoTitle, status, category, department, vendor, tags };
  return ProductInput.safeParse({
    ...fields,
    options,
    variants: product.variants.map(
      ({ options, sku, barcode, weightGrams, price, regularPrice, onHand }) => ({
        options,
        sku,
        barcode,
        weightGrams,
        stock: onHand,
        price: toMajor(price, "USD"),
        regularPrice: regularPrice === null ? null : toMajor(regularPrice, "USD"),
      }),
    ),
  }).success;
}

async function clear(world: { admin: { query(text: string): Promise<unknown> } }, storeId: string) {
  await world.admin.query(
    `do $$ begin
      delete from shop.imported_quantities where store_id = '${storeId}';
      delete from shop.images where store_id = '${storeId}';
      delete from shop.stock_movements where store_id = '${storeId}';
      delete from shop.inventory_levels where store_id = '${storeId}';
      delete from shop.price_changes where store_id = '${storeId}';
      delete from shop.variants where store_id = '${storeId}';
      delete from shop.products where store_id = '${storeId}';
    end $$`,
  );
}
