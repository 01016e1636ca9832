import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { type Queryable, sql } from "../../../platform/database/sql.ts";
import { correctWords } from "./correct-words.ts";

const letters = "abcdefghijklmnopqrst";
/** Similar words of 20 letters with the same beginning. */
const alike = Array.from({ length: 3000 }, (_, at) => `linenlinenlinen${spell(at)}`);

test("a typing error is compared with at most two hundred words, and at most three words are corrected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await seedWords(world, storeId, [
    ...alike,
    "cotton",
    "velvet",
    "flannel",
    "corduroy",
    "cashmere",
  ]);
  const candidates: number[] = [];
  const { catalogue } = world.services.database;
  const counting: Queryable = {
    ...catalogue,
    rows: async <Row>(query: Parameters<Queryable["rows"]>[0]) => {
      const rows = await catalogue.rows<Row>(query);
      for (const row of rows as { candidates: string[] }[]) candidates.push(row.candidates.length);
      return rows;
    },
  };
  const typed = Array.from({ length: 10 }, (_, at) => `linenlinenlinem${spell(at)}`);
  expect((await correctWords(counting, storeId, null, typed)).size).toBe(3);
  expect(candidates).toHaveLength(3);
  expect(Math.max(...candidates)).toBeLessThanOrEqual(200);

  const known = ["velvet", "flannel", "cord", "cashmere", "cottn", "vlevet", "falnnel", "corduory"];
  expect(await correctWords(catalogue, storeId, null, known)).toEqual(
    new Map([
      ["cottn", "cotton"],
      ["vlevet", "velvet"],
      ["falnnel", "flannel"],
    ]),
  );
  expect(await correctWords(catalogue, storeId, null, ["x".repeat(25)])).toEqual(new Map());
});

test("a word without its last letters is completed if it can only be one word", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await seedWords(world, storeId, ["dress", "dresses", "skirt", "form", "coats", "coating", "tie"]);
  const { catalogue } = world.services.database;
  const correct = (...words: string[]) => correctWords(catalogue, storeId, null, words);
  expect(await correct("dres", "skrit")).toEqual(
    new Map([
      ["skrit", "skirt"],
      ["dres", "dress"],
    ]),
  );
  // Words in use, short words, words with several endings, and words that lack too many letters stay as typed.
  expect(await correct("dress", "for", "coat", "ski", "tie")).toEqual(new Map());
});

function spell(at: number): string {
  return [0, 1, 2, 3, 4].map((place) => letters[Math.floor(at / 20 ** place) % 20]).join("");
}

async function seedWords(world: World, storeId: string, words: readonly string[]): Promise<void> {
  const ctx = await world.system(storeId);
  await ctx.tx((tx) =>
    tx.run(sql`
      insert into shop.search_words (store_id, language_code, word, shown)
      select ${storeId}, '', word, word from unnest(${words}::text[]) word`),
  );
}
