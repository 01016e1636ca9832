// @module-tag slow

import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { makeProduct } from "../../products/catalogue.fixture.ts";
import { bring, write } from "../json-lines/json-lines.fixture.ts";
import { type Row, shirt } from "../product-csv/csv.fixture.ts";
import { test } from "../product-csv/import.fixture.ts";

/** Creates products with 200 variants each. */
async function makeCoats(world: World, storeId: string, count: number): Promise<void> {
  const values = Array.from({ length: 200 }, (_, i) => ({ value: `S${i}` }));
  for (let i = 0; i < count; i += 1)
    await makeProduct(world, storeId, {
      link: `coat-${i}`,
      options: [{ name: "Size", values }],
      variants: undefined,
      variantDefaults: { price: 1 },
    });
}

/** Returns a file whose products differ only in these fields. */
async function linesLike(world: World, overs: readonly object[]): Promise<string> {
  const storeId = await seedStore(world);
  await makeProduct(world, storeId, { link: "coat" });
  const [head = "", ...lines] = (await write(world, storeId)).split("\n");
  const line = lines.find((one) => one.startsWith('{"type":"product"')) ?? "";
  const product = JSON.parse(line) as object;
  const products = overs.map((over) => JSON.stringify({ ...product, ...over }));
  return [head, ...products].join("\n");
}

/** Returns, for each step of a dry run, the number of products done after it. */
async function stepsOf(world: World, storeId: string, file: string): Promise<number[]> {
  const done: number[] = [];
  const result = await bring(world, storeId, file, true, (step) => {
    if (step.doing === "checking") done.push(step.done);
  });
  expect(result).toMatchObject({ outcome: "planned", errors: [] });
  return done;
}

function images(count: number, name = "p"): object[] {
  return Array.from({ length: count }, (_, i) => ({
    picture: null,
    url: `https://pictures.example/${name}${i}`,
    alt: "",
    color: null,
    kind: "PHOTO",
  }));
}

function formerLinks(i: number): string[] {
  return Array.from({ length: 1000 }, (_, n) => `${i}-${n}-${"l".repeat(180)}`);
}

const five = [0, 1, 2, 3, 4];

describe("a step has fewer products", () => {
  test("if the store's have many variants", async ({ shop }) => {
    const { world, storeId, steps } = shop;
    await makeCoats(world, storeId, 5);
    const rows: Row[] = five.map((i) => ({
      ...shirt,
      Handle: `coat-${i}`,
      "Option1 Name": "Size",
      "Option1 Value": "S1",
    }));
    expect(await shop.bring(rows)).toMatchObject({ outcome: "imported", updated: 5 });
    expect(steps.flatMap((one) => (one.doing === "writing" ? one.done : []))).toEqual([2, 4, 5]);
    const file = await linesLike(
      world,
      five.map((i) => ({ link: `coat-${i}` })),
    );
    expect(await stepsOf(world, storeId, file)).toEqual([2, 4, 5]);
    expect(await bring(world, storeId, file)).toMatchObject({ outcome: "imported", updated: 5 });
  });

  test("if they have many pictures, in the file or the store", async ({ shop }) => {
    const { world, storeId, steps } = shop;
    const file = await linesLike(
      world,
      five.map((i) => ({ link: `coat-${i}`, images: images(200) })),
    );
    expect(await stepsOf(world, storeId, file)).toEqual([2, 4, 5]);
    expect(await bring(world, storeId, file)).toMatchObject({ outcome: "imported", created: 5 });
    const handles = five.map((i) => `coat-${i},Coat\n`);
    await shop.bring(`Handle,Title\n${handles.join("")}`, { dryRun: true });
    expect(steps.flatMap((one) => (one.doing === "checking" ? one.done : []))).toEqual([2, 4, 5]);
  });

  test("if their lines or texts are long", async ({ shop }) => {
    const { world, storeId, steps } = shop;
    const file = await linesLike(
      world,
      five.map((i) => ({ link: `coat-${i}`, formerLinks: formerLinks(i) })),
    );
    expect(await stepsOf(world, storeId, file)).toEqual([5]);
    const longer = await linesLike(
      world,
      five.map((i) => ({
        link: `coat-${i}`,
        formerLinks: formerLinks(i),
        images: images(100, "p".repeat(1900)),
      })),
    );
    expect(await stepsOf(world, storeId, longer)).toEqual([2, 4, 5]);
    const body = `<p>${"d".repeat(90_000)}</p>`;
    const rows = Array.from({ length: 12 }, (_, i) => ({
      ...shirt,
      Handle: `hat-${i}`,
      "Body (HTML)": body,
    }));
    await shop.bring(rows, { dryRun: true });
    expect(steps.flatMap((one) => (one.doing === "checking" ? one.done : []))).toEqual([11, 12]);
  });
});
