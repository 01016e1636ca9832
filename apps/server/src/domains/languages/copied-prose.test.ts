// @module-tag slow

import { expect } from "vitest";
import {
  limitedTest as test,
  longText,
  ownStore,
} from "../../platform/http/callers/counted-writes.fixture.ts";

test("the prose of a product that its translations copy counts, and a rename writes only changed words", async ({
  world,
}) => {
  const { owner, storeId, counted } = await ownStore(world);
  await owner.languages.createLanguage({ body: { storeId, code: "DE" } });
  await owner.languages.createLanguage({ body: { storeId, code: "IT" } });
  const { id } = await owner.products.createProduct({
    storeId,
    body: { name: "Coat", description: longText(9990), variants: [{ price: 10 }] },
  });
  const countOf = async (call: () => Promise<unknown>) => {
    const before = await counted();
    await call();
    return (await counted()) - before;
  };
  const translate = (languageCode: "DE" | "IT", fields: Record<string, string>) =>
    countOf(() =>
      owner.languages.createTranslation({
        body: { storeId, entityType: "PRODUCT", entityId: id, languageCode, fields },
      }),
    );
  expect(await translate("DE", { name: "Mantel" })).toBeGreaterThanOrEqual(29);
  expect(await translate("IT", { name: "Cappotto", description: "Caldo" })).toBeLessThan(5);
  const words = async () => {
    const { rows } = await world.admin.query(
      "select language_code, ctid::text from shop.translated_words order by 1",
    );
    return rows;
  };
  const before = await words();
  expect(before).toHaveLength(2);
  expect(
    await countOf(() => owner.products.updateProduct({ id, body: { name: "Parka" } })),
  ).toBeLessThan(5);
  expect(await words()).toEqual(before);
  const { rows } = await world.admin.query<{ id: string }>(
    "update shop.translations set fields = '{}' where language_code = 'DE' returning id",
  );
  expect(rows).toHaveLength(1);
  expect(
    await countOf(() => owner.products.updateProduct({ id, body: { name: "Anorak" } })),
  ).toBeGreaterThanOrEqual(29);
});

test("a change of labels counts the texts of all languages, which it indexes again", async ({
  world,
}) => {
  const { owner, storeId, counted } = await ownStore(world);
  await owner.languages.createLanguage({ body: { storeId, code: "DE" } });
  const { id } = await owner.products.createProduct({
    storeId,
    body: { name: "Coat", description: longText(9990), variants: [{ price: 10 }] },
  });
  const fields = { name: "Mantel", description: longText(9990) };
  await owner.languages.createTranslation({
    body: { storeId, entityType: "PRODUCT", entityId: id, languageCode: "DE", fields },
  });
  const before = await counted();
  await owner.products.updateProduct({ id, body: { vendor: "Sorvela" } });
  expect((await counted()) - before).toBeGreaterThanOrEqual(10);
});

test("SKUs are indexed once, and found in every language", async ({ world }) => {
  const { owner, storeId } = await ownStore(world);
  await owner.languages.createLanguage({ body: { storeId, code: "DE", isPublished: true } });
  const { id } = await owner.products.createProduct({
    storeId,
    body: { name: "Coat", status: "ACTIVE", variants: [{ price: 10, sku: "COAT-12-NAVY" }] },
  });
  await owner.languages.createTranslation({
    body: {
      storeId,
      entityType: "PRODUCT",
      entityId: id,
      languageCode: "DE",
      fields: { name: "Mantel" },
    },
  });
  const { rows } = await world.admin.query<{ words: string[] }>(
    "select tsvector_to_array(search) as words from shop.translated_words",
  );
  expect(rows).toEqual([{ words: ["mantel"] }]);
  for (const name of ["coat-12-navy", "12-navy", "Mantel"]) {
    const { items } = await owner.products.listProducts({
      linkStoreId: storeId,
      name,
      language: "DE",
    });
    expect([name, items.map((one) => one.id)]).toEqual([name, [id]]);
  }
});
