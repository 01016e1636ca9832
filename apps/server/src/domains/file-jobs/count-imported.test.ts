// @module-tag slow

import { expect } from "vitest";
import type { World } from "#tests/world.ts";
import { more, sized, toCsv } from "../catalogue-files/product-csv/csv.fixture.ts";
import { maxImported } from "./count-imported.ts";
import { hats, openDesk, test } from "./file-jobs.fixture.ts";

type Hat = { link: string; variants: object[] };

function collectionOf(products: readonly string[]): string {
  return JSON.stringify({
    type: "collection",
    link: "hats",
    name: "Hats",
    description: "",
    rule: null,
    picture: null,
    position: 0,
    isPublished: true,
    products,
    formerLinks: [],
  });
}

async function counted({ admin }: World): Promise<number> {
  const { rows } = await admin.query<{ calls: number }>(
    "select coalesce(sum(calls), 0)::int as calls from shop.rate_limits where bucket like 'daily imports of %'",
  );
  return rows[0]?.calls ?? 0;
}

/** Sets the owner's count so that this much of the daily limit is left. */
async function leave({ admin }: World, left: number): Promise<void> {
  await admin.query(
    "update shop.rate_limits set calls = $1 where bucket like 'daily imports of %'",
    [maxImported - left],
  );
}

test("imports count what they write: products, kilobytes, variants and tags", async ({ desk }) => {
  await desk.bring(hats(60));
  const plain = await counted(desk.world);
  expect([plain >= 60, plain < 300]).toEqual([true, true]);

  await desk.bring(hats(60));
  expect(await counted(desk.world)).toBe(plain);

  const tags = Array.from({ length: 80 }, (_, i) => `tag-${i}`).join(", ");
  await desk.bring(hats(60, () => ({ Tags: tags })));
  expect((await counted(desk.world)) - plain).toBeGreaterThan(60 * 20);
});

test("a catalogue file counts the rows of former links, of collections and of price histories", async ({
  desk,
}) => {
  await desk.bring(hats(60));
  const exported = await (await desk.take("JSON_LINES")).text();
  const lines = exported.trimEnd().split("\n");
  const products = lines.filter((line) => line.startsWith('{"type":"product"'));
  const withFirst = (change: (hat: Hat) => object) =>
    lines.map((line) => {
      if (line !== products[0]) return line;
      const hat = JSON.parse(line) as Hat;
      return JSON.stringify({ ...hat, ...change(hat) });
    });
  const costs = async (file: readonly string[]) => {
    const before = await counted(desk.world);
    const { progress, failure } = await desk.bring(file.join("\n"), { kind: "JSON_LINES" });
    expect([progress.state, failure]).toEqual(["DONE", null]);
    return (await counted(desk.world)) - before;
  };
  const links = Array.from({ length: 400 }, (_, i) => `h${i}`);
  const prices = Array.from({ length: 80 }, (_, i) => ({
    since: new Date(Date.UTC(2020, 0, i + 1)).toISOString(),
    price: 10 + i,
    regularPrice: null,
  }));
  const all = products.map((line) => (JSON.parse(line) as Hat).link);

  expect(await costs(lines)).toBe(0);
  const moved = await costs(withFirst(() => ({ name: "Beret", formerLinks: links })));
  expect(moved).toBeGreaterThan(400 / 8);
  expect(await costs([...lines, collectionOf([])])).toBeLessThan(5);
  expect(await costs([...lines, collectionOf(all)])).toBeGreaterThan(60 / 4);
  const priced = (hat: Hat) => ({
    link: "cap",
    variants: hat.variants.map((variant) => ({ ...variant, sku: "CAP", prices })),
  });
  expect(await costs(withFirst(priced))).toBeGreaterThan(80 / 4);
});

test("a catalogue file counts the bytes of its texts, not their characters", async ({ desk }) => {
  await desk.bring(hats(1));
  const exported = await (await desk.take("JSON_LINES")).text();
  const bring = async (description: string) => {
    const before = await counted(desk.world);
    const file = exported.replace(/"description":"[^"]*"/, `"description":"<p>${description}</p>"`);
    await desk.bring(file, { kind: "JSON_LINES" });
    return (await counted(desk.world)) - before;
  };
  const latin = await bring("x".repeat(9000));
  expect((await bring("帽".repeat(9000))) - latin).toBeGreaterThanOrEqual(17);
});

test("an inventory file counts once for every two levels that it changes", async ({ desk }) => {
  await desk.bring(hats(60));
  const before = await counted(desk.world);
  const file = await desk.take("INVENTORY_CSV");
  const [head = "", ...rows] = (await file.text()).trimEnd().split(/\r?\n/);
  const at = head.split(",").indexOf("On hand (new)");
  const changed = rows.map((line) => line.split(",").with(at, "77").join(","));
  await desk.bring([head, ...changed].join("\n"), { kind: "INVENTORY_CSV" });
  expect((await counted(desk.world)) - before).toBe(30);
});

test("an import stops at the owner's daily limit, and importing the file again writes the rest", async ({
  desk,
}) => {
  await desk.bring(hats(1));
  await leave(desk.world, 1);
  const stopped = await desk.bring(hats(130));
  expect(stopped).toMatchObject({
    progress: { state: "FAILED", done: 50 },
    created: 49,
    failure: expect.stringMatching(/daily limit. Records written from the file: 50/),
  });
  const other = await openDesk(desk.world);
  expect((await other.bring(hats(3))).created).toBe(3);

  await leave(desk.world, maxImported);
  expect(await desk.bring(hats(130))).toMatchObject({
    progress: { state: "DONE" },
    created: 80,
    unchanged: 50,
  });
});

test("a catalogue of 10,000 products with ten variants and 5 KB of text takes less than a third of the daily limit", async ({
  desk,
}) => {
  const description = "<p>Warm and light. </p>".repeat(220);
  const one = Array.from({ length: 10 }, (_, i) =>
    i === 0
      ? sized("S0", { "Body (HTML)": description, "Variant SKU": "S-0" })
      : more(`S${i}`, { "Variant SKU": `S-${i}` }),
  );
  expect((await desk.bring(toCsv(one))).created).toBe(1);
  expect((await counted(desk.world)) * 10_000).toBeLessThan(maxImported / 3);
});
