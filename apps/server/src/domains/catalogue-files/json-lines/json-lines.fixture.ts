import sharp from "sharp";
import { seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { queryable, sql } from "../../../platform/database/sql.ts";
import { seedLocation } from "../../../platform/http/contract.fixture.ts";
import { newId } from "../../../platform/id.ts";
import { keepPicture, preparePicture } from "../../../platform/pictures/media.ts";
import { newReviewPictureKey } from "../../../platform/pictures/review-pictures.ts";
import { makeProduct, staffClient } from "../../products/catalogue.fixture.ts";
import { exportChunks } from "../export-pages.ts";
import { importAtOnce, type ImportProgress, type ImportResult } from "../import-at-once.ts";
import { asSource } from "../product-csv/csv.fixture.ts";
import { noNetwork } from "../product-csv/import.fixture.ts";
import { jsonLines } from "./export-json-lines.ts";
import { openJsonLines } from "./open-json-lines.ts";

export async function write(world: World, storeId: string): Promise<string> {
  let file = "";
  for await (const chunk of exportChunks(await world.system(storeId), jsonLines)) file += chunk;
  return file;
}

export async function bring(
  world: World,
  storeId: string,
  file: string,
  dryRun = false,
  progress: (step: ImportProgress) => void = () => {},
): Promise<ImportResult> {
  const ctx = await world.system(storeId);
  const opened = await openJsonLines(ctx, () => asSource(file, 5000), "catalogue.jsonl");
  return importAtOnce(ctx, opened, { dryRun, fetchPicture: noNetwork, progress });
}

/** Returns the lines sorted, with pictures identified by their content instead of their ids. */
export function withoutIds(file: string): string[] {
  let text = file;
  for (const line of file
    .split("\n")
    .filter((one) => /^\{"type":"(?:picture|reviewPicture)"/.test(one))) {
    const { type, id, hash } = JSON.parse(line) as Record<string, string>;
    if (type?.endsWith("icture")) text = text.replaceAll(id ?? "", hash ?? "");
  }
  return text.split("\n").toSorted();
}

const tables =
  `products variants images inventory_levels stock_movements collections collection_products upsells menus
  translations store_languages locations reviews review_photos media product_links collection_links audit_entries jobs imported_pictures
  synonyms policies policy_versions price_changes`.split(/\s+/);

/** Returns all rows of a store in `tables`, to compare the store before and after an import. */
export async function everything(world: World, storeId: string) {
  const all: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await world.admin.query<{ row: unknown }>(
      `select to_jsonb(t) as row from shop.${table} t where store_id = $1 order by to_jsonb(t)::text`,
      [storeId],
    );
    all[table] = rows;
  }
  return all;
}

export async function pictureOf(color: string): Promise<Blob> {
  const made = sharp({ create: { width: 700, height: 905, channels: 3, background: color } });
  return new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: "image/jpeg" });
}

/** Creates a store with one of everything that a file can contain. */
export async function fullStore(world: World): Promise<string> {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId, "MANAGER");
  const shelf = await seedLocation(world, storeId, "shelf");
  await staff.locations.updateLocation({
    id: shelf,
    body: { country: "US", region: "texas", postalCode: "78701" },
  });
  const body = {
    name: '=Dress "A"',
    link: "dress",
    description: "<p>5 &lt; 6</p>",
    seoTitle: "Dress",
    seoDescription: "<p>Long</p>",
    metaDescription: "Short",
    status: "ACTIVE" as const,
    category: "dresses",
    department: "women" as const,
    vendor: "Studio",
    taxClass: "clothing",
    tags: ["new in", "silk"],
    composition: "Silk",
    care: ["Cold", "Flat"],
    measurements: [{ label: "Bust", letter: "A", bySize: { S: 90, M: 94.5 } }],
    bodyMeasurements: [{ label: "Bust", bySize: { S: 84, M: 88 } }],
    publishedAt: "2031-05-01T10:00:00.000Z",
    options: [
      { name: "Color", values: [{ value: "Navy", swatch: "#2a3957" }, { value: "Red" }] },
      { name: "Size", values: [{ value: "S" }, { value: "M" }] },
    ],
    variants: ["Navy", "Red"].flatMap((color) =>
      ["S", "M"].map((size) => ({
        options: { Color: color, Size: size },
        price: 49.9,
        regularPrice: color === "Red" ? 60 : null,
        sku: `${color}-${size}`,
        barcode: size === "S" ? "00012345" : null,
        weightGrams: 300,
        stock: 3,
      })),
    ),
  };
  const dress = await staff.products.createProduct({ storeId, body });
  await staff.products.updateProduct({
    id: dress.id,
    body: { link: "silk-dress", saleEndsAt: "2031-06-01T00:00:00Z" },
  });
  const [navy] = dress.variants;
  const variantId = navy?.id ?? "";
  await staff.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 7 } });
  await staff.inventory.setReorderPoint({ body: { variantId, reorderPoint: 2 } });
  await staff.inventory.setBackorder({
    body: { variantId, limit: 5, expectedDate: "2031-01-02" },
  });
  const [front, cloth] = [
    await staff.media.uploadMedia({ storeId, file: await pictureOf("#a21"), alt: "Front" }),
    await staff.media.uploadMedia({ storeId, file: await pictureOf("#12a"), alt: "Cloth" }),
  ];
  await staff.media.setProductImages({
    id: dress.id,
    body: {
      images: [
        { mediaId: front.id, color: "Navy" },
        { mediaId: cloth.id, alt: "From close by", kind: "DETAIL" },
      ],
    },
  });
  const belt = await makeProduct(world, storeId, { name: "Belt", link: "belt" });
  await staff.products.updateProduct({ id: belt.id, body: { status: "ARCHIVED" } });
  const [byHand, byRule] = [
    await staff.collections.createCollection({
      storeId,
      body: { name: "Chosen", products: [belt.id, dress.id] },
    }),
    await staff.collections.createCollection({
      storeId,
      body: { name: "Cheap", rule: { price: { below: 50.5 }, sale: true }, isPublished: false },
    }),
  ];
  await staff.collections.updateCollection({
    id: byRule.id,
    body: { link: "bargains", mediaId: cloth.id },
  });
  await staff.upsells.createUpsell({
    body: { productId: dress.id, targetId: belt.id, type: "CROSS_SELL" },
  });
  await staff.menus.updateMenu({
    storeId,
    name: "main",
    body: {
      items: [
        { label: "New", collectionId: byHand.id, children: [{ label: "About", href: "/about" }] },
        { collectionId: byHand.id },
      ],
    },
  });
  const repairs = { type: "CUSTOM" as const, title: "Repairs", content: "<p>We repair.</p>" };
  const { id: policyId } = await staff.policies.createPolicy({ storeId, body: repairs });
  await staff.policies.updatePolicy({
    id: policyId,
    body: { content: "<p>We repair everything.</p>" },
  });
  await staff.search.updateSynonyms({
    storeId,
    body: {
      disabledBuiltIn: ["hat"],
      groups: [{ words: ["gown", "dress"] }, { words: ["top"], oneWaySynonyms: ["blouse"] }],
    },
  });
  await staff.stores.updateStore({
    id: storeId,
    body: { navigation: [{ label: "Journal", href: "/journal" }] },
  });
  await staff.languages.createLanguage({ body: { storeId, code: "IT", isPublished: false } });
  for (const [entityType, entityId, fields] of [
    ["PRODUCT", dress.id, { name: "Abito", care: ["Freddo", "Steso"] }],
    ["COLLECTION", byHand.id, { name: "Scelti" }],
    ["OPTION", storeId, { Navy: "Blu" }],
    ["POLICY", policyId, { content: "<p>Ripariamo tutto.</p>" }],
    ["NAVIGATION", storeId, { New: "Nuovo", About: "Chi siamo", Journal: "Diario" }],
  ] as const)
    await staff.languages.createTranslation({
      body: { entityType, entityId, languageCode: "IT", fields: { ...fields } },
    });
  const reviewId = newId();
  await queryable(world.admin).run(sql`
    insert into shop.reviews (store_id, id, product_id, name, rating, title, content, status, reply, replied_at, helpful_count)
    values (${storeId}, ${reviewId}, ${dress.id}, 'Ada', 5, 'Fine', 'Very', 'APPROVED', 'Thanks', now(), 3)`);
  const worn = await preparePicture(new Uint8Array(await (await pictureOf("#bca")).arrayBuffer()), {
    from: "import",
    storeId: "",
  });
  const photo = { ...worn, key: newReviewPictureKey() };
  await keepPicture(world.services.files, photo);
  await queryable(world.admin).run(sql`
    insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes)
    values (${storeId}, ${reviewId}, ${newId()}, ${photo.key}, ${photo.width}, ${photo.height}, ${photo.widths}, 1234)`);
  return storeId;
}
