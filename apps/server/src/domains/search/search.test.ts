import { expect, vi } from "vitest";
import { record } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { findByWords } from "../listing/find-by-words.ts";
import { publishedProducts } from "../products/read-product.ts";
import { publishedWords } from "../listing/words/word-tables.ts";
import type { Queryable, Sql } from "../../platform/database/sql.ts";
import { keptGroups, synonymKeys } from "./synonym-groups.ts";

test("synonyms match inflected forms in each language, one way or both", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId, "ADMIN");
  await staff.languages.createLanguage({ body: { storeId, code: "DE" } });
  await makeProduct(world, storeId, { name: "Mackintosh" });
  await makeProduct(world, storeId, { name: "Windcheater" });
  const cape = await makeProduct(world, storeId, { name: "Cape of loden" });
  await staff.languages.createTranslation({
    body: {
      storeId,
      entityType: "PRODUCT",
      entityId: cape.id,
      languageCode: "DE",
      fields: { name: "Umhang" },
    },
  });
  const read = { storeId };
  const names = async (name: string, language?: "DE") => {
    const ask = { linkStoreId: "shop", name, ...(language === undefined ? {} : { language }) };
    const { items } = await world.client().products.listProducts(ask);
    return items.map((item) => item.name).toSorted();
  };
  const unwritten = await staff.search.getSynonyms(read);
  expect(unwritten).toMatchObject({ groups: [], version: 0 });
  expect(unwritten.builtIn).toContainEqual({
    name: "hat",
    words: ["hat", "cap", "beanie"],
    isEnabled: true,
  });
  expect(await names("rain coats")).toEqual([]);
  const written = await staff.search.updateSynonyms({
    ...read,
    body: {
      groups: [
        { words: ["Mackintosh", "rain coat"] },
        { words: ["jacket"], oneWaySynonyms: ["Windcheater", "mackintosh"] },
        { words: ["Mantel", "Umhänge"] },
      ],
    },
  });
  expect(written.version).toBe(1);
  expect(written.groups[1]).toEqual({
    words: ["jacket"],
    oneWaySynonyms: ["Windcheater", "mackintosh"],
  });
  expect(await names("rain coats")).toEqual(["Mackintosh"]);
  expect(await names("coat rain")).toEqual([]);
  expect(await names("jackets")).toEqual(["Mackintosh", "Windcheater"]);
  expect(await names("windcheater")).toEqual(["Windcheater"]);
  expect(await names("mäntel", "DE")).toEqual(["Umhang"]);

  const write = (version: number, words = ["a", "b"]) =>
    staff.search.updateSynonyms(
      { ...read, body: { groups: [{ words }] } },
      { headers: { "if-match": `"${version}"` } },
    );
  const ends = await Promise.allSettled([write(1), write(1)]);
  expect(ends.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "EDIT_CONFLICT", details: { version: 2 } },
  });
  expect(await names("jackets")).toEqual([]);
  await expect(write(2, ["alone"])).rejects.toMatchObject({
    details: [{ path: "groups.0.words" }],
  });
  await expect(write(2, ["a b c d e", "f"])).rejects.toMatchObject({
    details: [{ path: "groups.0.words.0" }],
  });
  const elsewhere = await staffClient(world, await seedStore(world), "ADMIN");
  await expect(elsewhere.search.getSynonyms(read)).rejects.toMatchObject({ statusCode: 404 });
});

test("a store can switch a built-in synonym group off and on again", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId, "ADMIN");
  await makeProduct(world, storeId, { name: "Wool beanie" });
  await makeProduct(world, storeId, { name: "Knit jumper" });
  const names = async (name: string) =>
    (await world.client().products.listProducts({ linkStoreId: "shop", name })).items.map(
      (item) => item.name,
    );
  const write = (disabledBuiltIn?: string[]) =>
    staff.search.updateSynonyms({
      storeId,
      body: { groups: [], ...(disabledBuiltIn === undefined ? {} : { disabledBuiltIn }) },
    });
  expect(await names("hats")).toEqual(["Wool beanie"]);
  const { builtIn } = await write(["hat"]);
  expect(builtIn.filter(({ isEnabled }) => !isEnabled).map(({ name }) => name)).toEqual(["hat"]);
  expect([await names("hats"), await names("sweater")]).toEqual([[], ["Knit jumper"]]);
  // An update without disabledBuiltIn leaves the disabled groups unchanged.
  await write();
  expect(await names("hats")).toEqual([]);
  await write([]);
  expect(await names("hats")).toEqual(["Wool beanie"]);
  await expect(write(["beanie"])).rejects.toMatchObject({
    details: [{ path: "disabledBuiltIn.0" }],
  });
});

test("suggestions complete the last word from existing words, and list products and collections", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const staff = await staffClient(world, storeId, "ADMIN");
  await staff.languages.createLanguage({ body: { storeId, code: "DE" } });
  const coat = await makeProduct(world, storeId, { name: "Wool coat", tags: ["Écharpe"] });
  await makeProduct(world, storeId, { name: "Woven cotton shirt" });
  await makeProduct(world, storeId, { name: "Woad dye", status: "DRAFT" });
  const winter = await staff.collections.createCollection({ storeId, body: { name: "Wool week" } });
  for (const [entityType, entityId, name] of [
    ["PRODUCT", coat.id, "Wollmantel"],
    ["COLLECTION", winter.id, "Wollwoche"],
  ] as const)
    await staff.languages.createTranslation({
      body: { storeId, entityType, entityId, languageCode: "DE", fields: { name } },
    });
  const ask = async (query: string, language?: "DE") => {
    const found = await world
      .client()
      .search.listSuggestions({ storeId: "shop", query, ...(language ? { language } : {}) });
    return [
      found.words,
      found.products.map(({ name }) => name),
      found.collections.map(({ name }) => name),
    ];
  };
  expect(await ask("wo")).toEqual([
    ["wool", "women", "woven"],
    ["Woven cotton shirt", "Wool coat"],
    ["Wool week"],
  ]);
  expect(await ask("wool c")).toEqual([["wool coat"], ["Wool coat"], []]);
  expect((await ask("ech"))[0]).toEqual(["écharpe"]);
  expect(await ask("woll", "DE")).toEqual([["wollmantel"], ["Wollmantel"], ["Wollwoche"]]);
  expect((await ask("kotton"))[1]).toEqual(["Woven cotton shirt"]);
  expect(await ask("zzz")).toEqual([[], [], []]);
  expect(await ask("'")).toEqual([[], [], []]);
});

test("synonyms at their limits: each phrase is stemmed once per language, and one word more is rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  await world.admin.query(`
    create sequence public.stems; grant usage on sequence public.stems to public;
    alter function catalogue.stem_key(text, text) rename to real_stem_key;
    create function catalogue.stem_key(language text, t text) returns text language plpgsql as $$
      begin perform nextval('public.stems'); return catalogue.real_stem_key(language, t); end $$`);
  const { groups } = await staff.search.updateSynonyms({ storeId, body: { groups: groupsOf(5) } });
  expect(groups).toHaveLength(100);
  const { rows } = await world.admin.query<{ n: number }>(
    "select last_value::int as n from public.stems",
  );
  expect(rows[0]?.n).toBe(100 * 5 * 10);
  const more = [...groupsOf(5).slice(1), ...groupsOf(6).slice(0, 1)];
  await expect(
    staff.search.updateSynonyms({ storeId, body: { groups: more } }),
  ).rejects.toMatchObject({ details: [{ path: "groups" }] });
});

test("a word in a hundred groups finds at most fifty others", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const groups = Array.from({ length: 100 }, (_, group) => ({
    words: ["linen"],
    oneWaySynonyms: Array.from({ length: 12 }, (__, found) => `found ${group} ${found}`),
  }));
  await staff.search.updateSynonyms({ storeId, body: { groups } });
  const parsed = await findByWords(
    await world.system(storeId),
    world.services.database.catalogue,
    { listed: publishedProducts, words: publishedWords },
    { text: "linen", language: undefined },
  );
  const [term = ""] = parsed?.terms().terms ?? [];
  expect(term.split("|")).toHaveLength(51);
});

test("a phrase that is too long as plain text is rejected, and so are groups that are too long together", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const write = (groups: { words: string[]; oneWaySynonyms?: string[] }[]) =>
    staff.search.updateSynonyms({ storeId, body: { groups } });
  // One character that plainText() turns into six words.
  const square = "\u3316";
  await write([{ words: [square.repeat(10), "漢".repeat(60)] }]);
  await expect(write([{ words: ["coat", square.repeat(11)] }])).rejects.toMatchObject({
    details: [
      { path: "groups.0.words.1", message: expect.stringMatching(/^Use a shorter phrase/) },
    ],
  });
  await expect(
    write([{ words: ["coat"], oneWaySynonyms: [square.repeat(60)] }]),
  ).rejects.toMatchObject({ details: [{ path: "groups.0.oneWaySynonyms.0" }] });
  const long = Array.from({ length: 60 }, (_, group) => ({
    words: [`w${group}`],
    oneWaySynonyms: Array.from({ length: 12 }, (__, n) => `${"x".repeat(50)} ${n}`),
  }));
  await expect(write(long)).rejects.toMatchObject({ details: [{ path: "groups" }] });
  await write(long.slice(0, 40));
});

/** Returns 41 groups of twelve words, each a repeated letter and a number. */
const repeating = (letter: string, length: number) =>
  Array.from({ length: 41 }, () => ({
    words: Array.from({ length: 12 }, (_, n) => `${letter.repeat(length)}${n}`),
  }));

test("each phrase of the synonyms is normalized twice, however many it finds, and reading stops at 50 errors", () => {
  const normalizing = vi.spyOn(String.prototype, "normalize");
  try {
    synonymKeys(keptGroups({ groups: repeating("\u3316", 4) }));
    expect(normalizing.mock.calls.length).toBeLessThanOrEqual(2 * 2 * 41 * 12);
    normalizing.mockClear();
    expect(() => keptGroups({ groups: repeating("\u3316", 58) })).toThrow(/shorter/);
    expect(normalizing.mock.calls.length).toBeLessThanOrEqual(2 * 50);
  } finally {
    normalizing.mockRestore();
  }
});

test("a search reads at most 2,000 letters of a phrase's synonyms, and none that are long", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  // Rows as they were written before normalized synonyms had a limit.
  await world.admin.query(
    `insert into shop.synonym_keys (store_id, key, at, synonyms)
     select $1, catalogue.stem_key('EN', w), at, array(select repeat('x', 90) || at || w || n from generate_series(1, 6) n) ||
       array(select repeat('y', 720) || n from generate_series(1, 6) n)
     from unnest('{linen,wool}'::text[]) w, generate_series(0, 40) at`,
    [storeId],
  );
  const { catalogue } = world.services.database;
  let letters = 0;
  const measured: Queryable = Object.assign({}, catalogue, {
    rows: async <Row extends object>(query: Sql) => {
      const rows = await catalogue.rows<Row>(query);
      letters += JSON.stringify(rows).length;
      return rows;
    },
  });
  const parsed = await findByWords(
    await world.system(storeId),
    measured,
    { listed: publishedProducts, words: publishedWords },
    { text: "linen wool", language: undefined },
  );
  for (const term of parsed?.terms().terms ?? []) expect(term.split("|")).toHaveLength(21);
  expect(letters).toBeLessThan(2 * 2500);
});

test("all synonyms of a search have at most 300 words, and its queries are made once for all of its statements", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await world.admin.query(
    "insert into shop.store_languages (store_id, id, code, is_published) values ($1, gen_random_uuid(), 'DE', true)",
    [storeId],
  );
  const staff = await staffClient(world, storeId);
  const words = Array.from({ length: 10 }, (_, n) => `a${n}b`);
  // Each of these characters is a word.
  const groups = Array.from({ length: 20 }, (_, group) => ({
    words,
    oneWaySynonyms: Array.from({ length: 12 }, (__, n) =>
      String.fromCodePoint(
        ...Array.from({ length: 2 + n }, (___, at) => 0x4e00 + 50 * group + 2 * n + at),
      ),
    ),
  }));
  await staff.search.updateSynonyms({ storeId, body: { groups } });
  const parsed = await findByWords(
    await world.system(storeId),
    world.services.database.catalogue,
    { listed: publishedProducts, words: publishedWords },
    { text: words.join(" "), language: undefined },
  );
  const found = parsed?.terms().terms.map((term) => [...term.matchAll(/\p{sc=Han}/gu)].length);
  expect(found).toEqual(words.map(() => expect.toSatisfy((n: number) => n > 20 && n <= 30)));

  const query = words.join(" ");
  const search = () => world.client().search.listSuggestions({ storeId, query, language: "DE" });
  const sent = (await record(search)).map(({ text }) => text);
  // One for the words as they are typed, and one with corrected words.
  expect(sent.filter((text) => text.includes("search_query("))).toHaveLength(2);
  const again = (await record(search)).map(({ text }) => text);
  expect(again.filter((text) => /search_query\(|query_of_store\(/.test(text))).toEqual([]);
});

/** Returns a hundred groups with the given number of words, each with twelve one-way synonyms. */
function groupsOf(words: number) {
  return Array.from({ length: 100 }, (_, group) => ({
    words: Array.from({ length: words }, (__, word) => `w${group}x${word} two three four`),
    oneWaySynonyms: Array.from({ length: 12 }, (__, found) => `found ${group} ${found}`),
  }));
}
