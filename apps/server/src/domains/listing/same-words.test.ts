import { wordKey } from "@vetrina/contract/common";
import { expect } from "vitest";
import { sized } from "../catalogue-files/product-csv/csv.fixture.ts";
import { openShop } from "../catalogue-files/product-csv/import.fixture.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

const row = (sku: string) => [sized("S", { "Variant SKU": sku })];
const one = (sku: string) => ({ options: [], variants: [{ price: 40, sku }] });

test("SKUs are compared ignoring case, white space and the encoding of accents, through the API and in files", async ({
  world,
}) => {
  const shop = await openShop(world);
  const { storeId } = shop;
  const staff = await staffClient(world, storeId);
  const taken = { code: "ALREADY_EXISTS" };
  const coat = await makeProduct(world, storeId, {
    link: "coat",
    ...one(" Caf\u00e9\u00a0 1\u200b "),
  });
  expect(coat.variants).toMatchObject([{ sku: "Café 1" }]);
  for (const sku of ["CAFÉ 1", "cafe\u0301 1", "café\t1"])
    await expect(makeProduct(world, storeId, one(sku))).rejects.toMatchObject(taken);
  const ends = await Promise.allSettled(
    ["hat-1", "HAT-1", "Hat-1"].map((sku) => makeProduct(world, storeId, one(sku))),
  );
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);

  const id = coat.variants[0]?.id ?? "";
  await staff.products.updateVariant({ id, body: { sku: "CAFÉ 1" } });
  const copy = await staff.products.duplicateProduct({ id: coat.id, body: {} });
  expect(copy.variants).toMatchObject([{ sku: "CAFÉ 1-2" }]);
  await staff.products.updateVariant({ id: copy.variants[0]?.id ?? "", body: { sku: "coat" } });
  await staff.products.deleteProduct({ id: coat.id });
  const next = await makeProduct(world, storeId, one("café 1"));
  await expect(staff.products.restoreProduct({ id: coat.id })).rejects.toMatchObject(taken);

  const duplicate = { errors: [expect.objectContaining({ column: "Variant SKU" })] };
  expect(await shop.bring(row("Hat-1"))).toMatchObject(duplicate);
  expect(
    await shop.bring([
      ...row("x"),
      { Handle: "b", Title: "B", "Variant Price": "1", "Variant SKU": "X" },
    ]),
  ).toMatchObject(duplicate);
  await staff.products.deleteProduct({ id: next.id });
  await shop.bring(row("Café  1"));
  await shop.bring(row("CAFÉ 1"));
  const { items } = await staff.inventory.listLevels({ storeId });
  expect(items.map(({ sku }) => sku?.toUpperCase())).toEqual(
    expect.arrayContaining(["CAFÉ 1", "COAT", "HAT-1"]),
  );
  expect(items).toHaveLength(3);
});

test("differently spelled tags count as one: on a product, in a rule, in a bulk edit and in a file", async ({
  world,
}) => {
  const shop = await openShop(world);
  const { storeId } = shop;
  const staff = await staffClient(world, storeId);
  const linen = await makeProduct(world, storeId, {
    tags: ["Linen", "linen", "New  in", " LINEN "],
  });
  expect(linen.tags).toEqual(["Linen", "New in"]);
  await makeProduct(world, storeId, { tags: ["linen"], link: "other" });
  await shop.bring([sized("S", { Tags: "LINEN, Summer, linen" })]);
  const { id } = await staff.collections.createCollection({
    storeId,
    body: { name: "Of linen", link: "of-linen", rule: { tag: "lInen" } },
  });
  const found = await world
    .client()
    .products.listProducts({ linkStoreId: storeId, collectionIds: [id] });
  expect(found.total).toBe(3);
  const edit = await staff.bulkEdits.createBulkEdit({
    storeId,
    body: { selection: { filter: { tag: ["LINEN"] } }, change: { tags: { remove: ["linen"] } } },
  });
  expect(edit).toMatchObject({ progress: { total: 3 } });
});

test("the database and the contract treat the same words as equal", async ({ world }) => {
  const words = [
    "ABC",
    " a\u00a0b ",
    "É e\u0301",
    "Straße",
    "ΟΔΟΣ",
    "İI",
    "\u200b",
    "a\u3000\tb",
    "K\u212a",
    "Ǆǅ",
  ];
  const { rows } = await world.admin.query<{ keys: (string | null)[] }>(
    "select catalogue.word_keys($1) as keys",
    [words],
  );
  expect(rows[0]?.keys).toEqual(words.map((word) => wordKey(word) || null));
});
