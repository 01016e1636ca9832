// @module-tag slow

import { expect } from "vitest";
import { record, type Statement } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { editor } from "./bulk-edits.fixture.ts";

const products = 60;

/** Returns the length of the longest text that was sent to PostgreSQL. */
function longest(statements: readonly Statement[]): number {
  const texts = statements.flatMap(({ values }) =>
    values.filter((value) => typeof value === "string"),
  );
  return Math.max(...texts.map((text) => text.length));
}

test("values of many long tags are read and written a part at a time, and each is changed and undone", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await world.admin.query(
    `insert into shop.products (store_id, id, link, name, tags)
     select $1, gen_random_uuid(), 'p' || n, 'P', array(select repeat('Σ', 55) || t from generate_series(1, 95) t)
     from generate_series(1, $2::int) n`,
    [storeId, products],
  );
  const { prepare, run, undo } = editor(world, storeId, await staffClient(world, storeId));
  const counts = async () => {
    const { rows } = await world.admin.query<{ tags: number; products: number }>(
      "select cardinality(tags) as tags, count(*)::int as products from shop.products where store_id = $1 group by 1",
      [storeId],
    );
    return rows;
  };
  let id = "";
  const prepared = await record(async () => {
    const edit = await prepare({ tags: { add: ["a", "b"] } });
    expect(edit).toMatchObject({ state: "READY", counts: { pending: products } });
    id = edit.id;
  });
  expect(longest(prepared)).toBeLessThan(300_000);
  for (const [call, tags] of [
    [run, 97],
    [undo, 95],
  ] as const) {
    const statements = await record(async () => {
      await call(id);
    });
    const reads = statements.filter(({ text }) => text.includes("bytes_before"));
    expect(reads.length).toBeGreaterThan(4);
    expect(longest(statements)).toBeLessThan(300_000);
    expect(await counts()).toEqual([{ tags, products }]);
  }
});
