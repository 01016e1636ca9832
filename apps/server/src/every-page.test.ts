// @module-tag slow

import { collectionPath } from "@vetrina/commerce/shop-paths";
import { LanguageCode } from "@vetrina/contract/enumerations";
import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { staffClient } from "./domains/products/catalogue.fixture.ts";
import { pageOf } from "./pages.fixture.ts";

/** A character that takes six bytes in HTML. */
const wide = "'";
const networks = {
  facebook: "facebook.com",
  instagram: "instagram.com",
  linkedin: "linkedin.com",
  pinterest: "pinterest.com",
  tiktok: "tiktok.com",
  x: "x.com",
  youtube: "youtube.com",
} as const;
const languages = LanguageCode.options.slice(1);

/** Gives a store all languages, and very long texts in the fields that every page shows. */
async function fill(world: World, storeId: string): Promise<void> {
  const staff = await staffClient(world, storeId, "ADMIN");
  const { contact } = await staff.stores.getStore({ id: storeId });
  await staff.stores.updateStore({
    id: storeId,
    body: {
      name: wide.repeat(100),
      tagline: wide.repeat(200),
      contact: { ...contact, address: Array.from({ length: 10 }, (_, i) => wide.repeat(190 + i)) },
      socialLinks: Object.entries(networks).map(([network, host]) => ({
        network: network as keyof typeof networks,
        url: `https://${host}/${"&".repeat(270)}`,
      })),
    },
  });
  for (const code of languages) await staff.languages.createLanguage({ body: { storeId, code } });
}

/** Stores both menus, each with the same hundred collections. */
async function fillMenus(world: World, storeId: string, { name, link }: Named): Promise<void> {
  await world.admin.query(
    `with made as (
       insert into shop.collections (store_id, id, link, name, is_published, rule)
       select $1, gen_random_uuid(), $3 || n, $2 || n, true, '{"sale": true}' from generate_series(100, 199) n returning id
     ), items as (
       select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'label', null, 'href', null, 'collectionId', id,
         'children', '[]'::jsonb)) as all from made
     )
     insert into shop.menus (store_id, name, version, items)
     select $1, m, 1, items.all from items, unnest(array['main', 'footer']) m`,
    [storeId, name, link],
  );
}
type Named = { name: string; link: string };

describe("every page of a store with the longest texts stays small", () => {
  for (const named of [
    { name: wide.repeat(250), link: "c" },
    { name: "Short", link: "\u4e00".repeat(190) },
  ])
    test(`whose menus have collections named ${named.name.slice(0, 5)}`, async ({ world }) => {
      const storeId = await seedStore(world);
      await fill(world, storeId);
      await fillMenus(world, storeId, named);
      const page = await pageOf(world, storeId, "/nowhere", 404);
      expect(page).toContain(collectionPath(`${named.link}100`));
      expect(Buffer.byteLength(page)).toBeLessThan(100_000);
    });

  test("whose menu's labels and collections have long translations", async ({ world }) => {
    const storeId = await seedStore(world);
    await fill(world, storeId);
    await fillMenus(world, storeId, { name: "Short", link: "c" });
    await world.admin.query(
      `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
       select $1, gen_random_uuid(), 'COLLECTION', id, 'DE', jsonb_build_object('name', repeat($2, 250)) from shop.collections
       where store_id = $1`,
      [storeId, wide],
    );
    const page = await pageOf(world, storeId, "/nowhere?lang=de", 404);
    expect(page).toContain("&#x27;&#x27;");
    expect(Buffer.byteLength(page)).toBeLessThan(100_000);
  });
});

test("an overlong address is not repeated by the links to other languages", async ({ world }) => {
  const storeId = await seedStore(world);
  const { languages: ofStore } = await staffClient(world, storeId, "ADMIN");
  for (const code of languages) await ofStore.createLanguage({ body: { storeId, code } });
  const ordinary = Buffer.byteLength(await pageOf(world, storeId, "/nowhere", 404));
  for (const url of [
    `/${wide.repeat(14_000)}`,
    `/${wide.repeat(1900)}`,
    `/nowhere?${"a&".repeat(98)}b=${"<".repeat(1700)}`,
  ]) {
    const page = await pageOf(world, storeId, url, 404);
    expect(Buffer.byteLength(page) - ordinary).toBeLessThan(20_000);
  }
});

test("the page of a collection whose link is the longest, in letters beyond ASCII, is shown", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const { collections } = await staffClient(world, storeId);
  const link = "\u4e00".repeat(200);
  await collections.createCollection({
    storeId,
    body: { name: "Silk", link, rule: { category: "dresses" }, isPublished: true },
  });
  expect(await pageOf(world, storeId, collectionPath(link))).toContain("Silk");
});
