import { describe, expect, vi } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { type Queryable, type Sql } from "../../platform/database/sql.ts";
import { member } from "../roles/roles.fixture.ts";
import { changeFields } from "./change-fields.ts";
import { translate, translatedWords } from "./translate.ts";

async function germanShop(world: World, products: number) {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  await owner.languages.createLanguage({ body: { storeId, code: "DE" } });
  const long = `<p>${"漢".repeat(13_000)}</p>`;
  const ids: string[] = [];
  for (let i = 0; i < products; i += 1) {
    const { productId } = await seedProduct(world, storeId, { name: `Item ${i}` });
    const fields = { name: `Stück ${i}`, description: long, seoDescription: long };
    await owner.languages.createTranslation({
      body: { storeId, entityType: "PRODUCT", entityId: productId, languageCode: "DE", fields },
    });
    ids.push(productId);
  }
  return { storeId, owner, ids };
}

/** Wraps a Queryable and counts the characters of JSON in the rows that it reads. */
function measured(from: Queryable): Queryable & { characters: () => number } {
  let characters = 0;
  const noted = <T>(rows: T): T => {
    characters += JSON.stringify(rows)?.length ?? 0;
    return rows;
  };
  return Object.assign({}, from, {
    rows: async <Row extends object>(query: Sql) => noted(await from.rows<Row>(query)),
    row: async <Row extends object>(query: Sql) => noted(await from.row<Row>(query)),
    characters: () => characters,
  });
}

describe("translations of long texts", () => {
  test("are listed up to 1 MB per page; a larger page is rejected, with advice to use a smaller limit", async ({
    world,
  }) => {
    const { storeId, ids } = await germanShop(world, 15);
    const { languages } = world.client();
    const sizes = (query: object) =>
      languages.listTranslations({ storeId, ...query }).then(({ items }) => items.length);
    await expect(sizes({ limit: 100 })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "limit" }],
    });
    await expect(sizes({})).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await sizes({ limit: 1 })).toBe(1);
    expect(await sizes({ limit: 3, page: 6 })).toBe(0);
    expect(await sizes({ entityId: ids[2] })).toBe(1);
  });

  test("are read only for the fields that are shown", async ({ world }) => {
    const { storeId, ids } = await germanShop(world, 3);
    const store = await world.services.directory.find(storeId);
    if (store === null) throw new Error("no store");
    const { catalogue: from } = await world.system(storeId);
    const catalogue = measured(from);
    const cards = ids.map((id) => ({ id, name: "Item", link: "item" }));
    const shown = await translate({ catalogue, store }, "PRODUCT", cards, "DE");
    expect(shown.map(({ name }) => name)).toEqual(["Stück 0", "Stück 1", "Stück 2"]);
    expect(catalogue.characters()).toBeLessThan(1000);
  });
});

const words = (count: number, length: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${i} ${"w".repeat(20)}`, "x".repeat(length)]),
  );

const squares = (length: number) =>
  Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`${i}`, "\u3316".repeat(length)]));

describe("a store's words", () => {
  test("are limited to 2,000 words and 100,000 characters per language, through either endpoint", async ({
    world,
  }) => {
    const { storeId, owner } = await germanShop(world, 0);
    const { id } = await owner.languages.createTranslation({
      body: {
        storeId,
        entityType: "OPTION",
        entityId: storeId,
        languageCode: "DE",
        fields: words(1000, 50),
      },
    });
    const more = Object.fromEntries(
      Object.entries(words(1000, 50)).map(([word, text]) => [`also ${word}`, text]),
    );
    await expect(
      owner.languages.updateTranslation({ id, body: { fields: more } }).then(() => "stored"),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "fields" }] });
    const { fields } = await owner.languages.updateTranslation({
      id,
      body: { fields: { "0 wwwwwwwwwwwwwwwwwwww": null, Black: "Schwarz" } },
    });
    expect([Object.keys(fields).length, fields["Black"]]).toEqual([1000, "Schwarz"]);
  });

  test.each([
    ["OPTION", 1],
    ["PRODUCT", 50],
  ] as const)(
    "a line with 20,000 fields of a %s has %i errors, and no more are read",
    (type, n) => {
      let reads = 0;
      const fields = {};
      for (const name of Object.keys(words(20_000, 1)))
        Object.defineProperty(fields, name, {
          enumerable: true,
          get: () => {
            reads += 1;
            return "x";
          },
        });
      expect(() => changeFields(type, {}, fields)).toThrow(
        expect.objectContaining({
          details: expect.objectContaining({ length: n }),
        }),
      );
      expect(reads).toBeLessThan(100);
    },
  );

  test("can shrink but not grow beyond the limit", () => {
    const many = words(2500, 1);
    const [first = ""] = Object.keys(many);
    expect(() => changeFields("OPTION", many, { Black: "Schwarz" })).toThrow(
      expect.objectContaining({ code: "VALIDATION_FAILED" }),
    );
    expect(Object.keys(changeFields("OPTION", many, { [first]: null }))).toHaveLength(2499);
    expect(Object.keys(changeFields("OPTION", {}, words(2000, 1)))).toHaveLength(2000);
  });

  test("count as plain text, in which single characters can become many, up to the limit", () => {
    const normalizing = vi.spyOn(String.prototype, "normalize");
    try {
      expect(Object.keys(changeFields("OPTION", {}, squares(2)))).toHaveLength(2000);
      normalizing.mockClear();
      expect(() => changeFields("OPTION", {}, squares(40))).toThrow(/spelled out/);
      expect(normalizing.mock.calls.length).toBeLessThan(20);
    } finally {
      normalizing.mockRestore();
    }
    // Translations stored before the limit existed can only shrink.
    const { 0: _first, ...others } = squares(40);
    expect(changeFields("OPTION", squares(40), { 0: null })).toEqual(others);
    expect(() => changeFields("OPTION", squares(40), { 0: "x".repeat(50) })).toThrow(/spelled out/);
  });

  test("are read only for the words that are shown", async ({ world }) => {
    const { storeId, owner } = await germanShop(world, 0);
    const fields = { ...words(900, 50), Black: "Schwarz" };
    await owner.languages.createTranslation({
      body: { storeId, entityType: "OPTION", entityId: storeId, languageCode: "DE", fields },
    });
    const store = await world.services.directory.find(storeId);
    if (store === null) throw new Error("no store");
    const catalogue = measured((await world.system(storeId)).catalogue);
    const shown = await translatedWords({ catalogue, store }, "OPTION", "DE", ["Black", "White"]);
    expect([...shown]).toEqual([["Black", "Schwarz"]]);
    expect(catalogue.characters()).toBeLessThan(1000);
  });
});
