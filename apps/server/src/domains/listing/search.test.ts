import { expect } from "vitest";
import type { LanguageCode } from "@vetrina/contract/enumerations";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

async function namesOf(world: World, name: string, language?: LanguageCode): Promise<string[]> {
  const list = await world
    .client()
    .products.listProducts({ linkStoreId: "shop", name, ...(language ? { language } : {}) });
  return list.items.map((item) => item.name).toSorted();
}

test("each language is searched with its own stemming, in translations if there are any, otherwise in the originals", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId, "ADMIN");
  for (const code of ["DE", "FR", "ZH", "VI"] as const)
    await staff.languages.createLanguage({ body: { storeId, code } });
  const coat = await makeProduct(world, storeId, {
    name: "Long coats of wool",
    category: "outerwear",
    description: "<p>Warm as a stove.</p>",
    options: [],
    variants: [{ options: { Color: "Black" }, price: 10, sku: "COAT-12-BLK" }],
  });
  const dress = await makeProduct(world, storeId, {
    name: "Crêpe dress",
    category: "dresses",
    options: [],
    variants: [{ options: { Color: "Red" }, price: 10, sku: "DR_77" }],
  });
  const translate = (
    languageCode: LanguageCode,
    entityId: string,
    fields: Record<string, string>,
  ) =>
    staff.languages.createTranslation({
      body: { storeId, entityType: "PRODUCT", entityId, languageCode, fields },
    });
  const german = await translate("DE", coat.id, { name: "Lange Mäntel" });
  await translate("FR", dress.id, { name: "Robes élégantes", description: "Légère" });
  await translate("ZH", dress.id, { name: "红色连衣裙" });
  await translate("VI", dress.id, { name: "Váy đỏ" });
  await staff.languages.createTranslation({
    body: {
      storeId,
      entityType: "OPTION",
      entityId: storeId,
      languageCode: "DE",
      fields: { Black: "Schwarz" },
    },
  });
  const [original, deutsch] = ["Long coats of wool", "Lange Mäntel"];
  const table: [string, LanguageCode | undefined, string[]][] = [
    ["coat", undefined, [original]],
    ["the coat", undefined, [original]],
    ["crepe dresses", undefined, ["Crêpe dress"]],
    ["CRÊPE", undefined, ["Crêpe dress"]],
    ["mäntel", undefined, []],
    ["mantel", "DE", [deutsch]],
    ["der lange mantel", "DE", [deutsch]],
    ["coat", "DE", [deutsch]],
    ["co", undefined, [original]],
    ["blk", undefined, [original]],
    ["bl", "ZH", [original]],
    ["dr", "DE", ["Crêpe dress"]],
    ["stove", "DE", [deutsch]],
    ["schwarze mäntel", "DE", [deutsch]],
    ["schw", "DE", [deutsch]],
    ["dress", "DE", ["Crêpe dress"]],
    ["robe elegante", "FR", ["Robes élégantes"]],
    ["leger", "FR", ["Robes élégantes"]],
    ["连衣裙", "ZH", ["红色连衣裙"]],
    ["vay do", "VI", ["Váy đỏ"]],
    ["coat", "RU", [original]],
    ["out", undefined, [original]],
    ["coat-12-blk", undefined, [original]],
    ["12-b", undefined, [original]],
    ["dr 77", undefined, ["Crêpe dress"]],
    ["dr-7", undefined, ["Crêpe dress"]],
    ["mantell", "DE", [deutsch]],
  ];
  for (const [name, language, expected] of table)
    expect([name, language, await namesOf(world, name, language)]).toEqual([
      name,
      language,
      expected,
    ]);

  await staff.languages.updateTranslation({
    id: german.id,
    body: { fields: { name: "Weite Umhänge" } },
  });
  expect(await namesOf(world, "mantel", "DE")).toEqual([]);
  expect(await namesOf(world, "umhang", "DE")).toEqual(["Weite Umhänge"]);
  await staff.products.updateProduct({ id: coat.id, body: { description: "<p>Cool.</p>" } });
  expect(await namesOf(world, "stove", "DE")).toEqual([]);
  const { items } = await staff.languages.listLanguages({ storeId });
  await staff.languages.deleteLanguage({ id: items.find(({ code }) => code === "DE")?.id ?? "" });
  expect([await namesOf(world, "umhang", "DE"), await namesOf(world, "coat", "DE")]).toEqual([
    [],
    [original],
  ]);
});

test("originals are stemmed again when their language changes", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId, "ADMIN");
  await makeProduct(world, storeId, { name: "Kleider" });
  const isStemmed = async () => {
    const { rows } = await world.admin.query(
      "select from shop.product_words where search @@ 'kleid'",
    );
    return rows.length === 1;
  };
  expect(await isStemmed()).toBe(false);
  const { id } = await staff.languages.createLanguage({ body: { storeId, code: "DE" } });
  await staff.languages.updateLanguage({ id, body: { isDefault: true } });
  await runJobs(world.services);
  expect([await isStemmed(), await namesOf(world, "kleid")]).toEqual([true, ["Kleider"]]);
});

test("a collection's name or its translation finds the collection's products, and staff also find drafts", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId, "ADMIN");
  await staff.languages.createLanguage({ body: { storeId, code: "DE" } });
  const kilt = await makeProduct(world, storeId, { name: "Kilt" });
  const draft = await makeProduct(world, storeId, { name: "Sarong", status: "DRAFT" });
  const edit = await staff.collections.createCollection({
    storeId,
    body: { name: "Highland edit", products: [kilt.id, draft.id] },
  });
  await staff.languages.createTranslation({
    body: {
      storeId,
      entityType: "COLLECTION",
      entityId: edit.id,
      languageCode: "DE",
      fields: { name: "Hochland" },
    },
  });
  await staff.languages.createTranslation({
    body: {
      storeId,
      entityType: "PRODUCT",
      entityId: draft.id,
      languageCode: "DE",
      fields: { name: "Wickelrock" },
    },
  });
  expect(await namesOf(world, "highland ed")).toEqual(["Kilt"]);
  expect(await namesOf(world, "hochl", "DE")).toEqual(["Kilt"]);
  expect(await namesOf(world, "hochl")).toEqual([]);
  expect(await namesOf(world, "wickelrock", "DE")).toEqual([]);
  const ask = { linkStoreId: "shop", name: "wickelrock", language: "DE" } as const;
  const found = await staff.products.listProducts(ask);
  expect([found.total, found.items[0]?.id]).toEqual([1, draft.id]);
});

test("products with the typed words come before those that only a synonym finds", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await makeProduct(world, storeId, { name: "Wool beanie" });
  const tags = ["hat", "cap"];
  await makeProduct(world, storeId, { name: "Cap hat", description: "<p>A cap, a hat.</p>", tags });
  const { products, search } = world.client();
  for (const name of ["beanie", "beanies", "beenie"]) {
    const { items } = await products.listProducts({ linkStoreId: "shop", name });
    expect(items.map((item) => item.name)).toEqual(["Wool beanie", "Cap hat"]);
  }
  const suggested = await search.listSuggestions({ storeId, query: "beanie" });
  expect(suggested.products.map((one) => one.name)).toEqual(["Wool beanie", "Cap hat"]);
});
