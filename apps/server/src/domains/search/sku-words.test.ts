import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";

async function wordsOf(world: World, skus: readonly string[]): Promise<string[]> {
  const { rows } = await world.admin.query<{ words: string[] }>(
    "select tsvector_to_array(shop.sku_words($1)) as words",
    [skus],
  );
  return (rows[0]?.words ?? []).toSorted();
}

test("a SKU is found by its first eight parts, unless the product's SKUs are too long together", async ({
  world,
}) => {
  expect(await wordsOf(world, ["COAT/12 navy", "", "COAT-13-navy"])).toEqual(
    ["#12-navy", "#13-navy", "#coat-12-navy", "#coat-13-navy", "#navy"].toSorted(),
  );
  expect(await wordsOf(world, ["1-2-3-4-5-6-7-8-9-10"])).toHaveLength(8);
  const parts = Array.from({ length: 58 }, (_, n) => String.fromCodePoint(97 + (n % 26)));
  const skus = Array.from({ length: 500 }, (_, n) => [...parts, 1000 + n].join("-"));
  const words = await wordsOf(world, skus);
  expect(words).toHaveLength(500);
  expect(words).toContain(`#${skus[0]}`);
});
