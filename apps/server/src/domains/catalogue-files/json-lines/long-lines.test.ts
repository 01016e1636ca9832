// @module-tag slow

import { afterEach, describe, expect, test, vi } from "vitest";
import { pace } from "../../../platform/event-loop/pace.ts";
import { createFindings } from "../findings.ts";
import { readRecords } from "./read-records.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const head = '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}';

async function read(line: string) {
  async function* source() {
    yield Buffer.from(`${head}\n${line}`);
  }
  const findings = createFindings();
  const records = [];
  for await (const { record } of readRecords(source(), "USD", findings)) records.push(record);
  return { records, errors: findings.errors };
}

/**
 * Counts how often reading a line yields to the event loop. The mocked clock advances by 5 ms whenever it is read, so
 * that every pace() yields.
 */
async function pausesOf(line: string): Promise<number> {
  let now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
  const pauses = vi.spyOn(globalThis, "setImmediate");
  await read(line);
  const count = pauses.mock.calls.length;
  // First lets pace() end its current time slice.
  await new Promise(setImmediate);
  // Calls pace() under the mocked clock but awaits it under the real one. Otherwise pace() would remember a time in the
  // future, and later tests wouldn't yield until then.
  const last = pace();
  vi.restoreAllMocks();
  await last;
  return count;
}

/** Returns the length of each text that is parsed in one call while a line is read. */
async function parsedAtOnce(line: string): Promise<number[]> {
  const parse = vi.spyOn(JSON, "parse");
  await read(line);
  const lengths = parse.mock.calls.map(([text]) => text.length);
  vi.restoreAllMocks();
  return lengths;
}

const variant = (i: number, prices: number) => ({
  name: `v${i}`,
  slug: `s-${i}`,
  options: { Size: `x${i % 100}`, Fit: `y${Math.floor(i / 100)}` },
  sku: null,
  barcode: null,
  price: 10,
  regularPrice: null,
  weightGrams: null,
  levels: Array.from({ length: 50 }, (_, k) => ({
    location: `l${k}`,
    onHand: 1,
    reorderPoint: null,
    backorderLimit: 0,
    backorderDate: null,
  })),
  prices: Array.from({ length: prices }, (_, k) => ({
    since: new Date(1_700_000_000_000 + k * 1_000_000).toISOString(),
    price: 10,
    regularPrice: null,
  })),
});

/** A product with 500 variants at 50 locations. */
const product = (prices: number) => ({
  type: "product",
  name: "P",
  link: "p",
  description: "",
  seoTitle: null,
  seoDescription: null,
  metaDescription: null,
  status: "ACTIVE",
  category: null,
  department: null,
  vendor: null,
  taxClass: "",
  tags: [],
  composition: null,
  care: [],
  measurements: [],
  bodyMeasurements: [],
  publishedAt: null,
  saleEndsAt: null,
  options: [
    { name: "Size", values: Array.from({ length: 100 }, (_, i) => ({ value: `x${i}` })) },
    { name: "Fit", values: Array.from({ length: 5 }, (_, i) => ({ value: `y${i}` })) },
  ],
  createdAt: "2024-01-01T00:00:00.000Z",
  formerLinks: Array.from({ length: 1000 }, (_, i) => `f-${i}`),
  variants: Array.from({ length: 500 }, (_, i) => variant(i, prices)),
  images: [],
});

test("a line has room for as many pictures and texts as a product CSV", async () => {
  const image = {
    picture: null,
    alt: "x".repeat(512),
    color: null,
    kind: "PHOTO",
  };
  const images = Array.from({ length: 250 }, (_, i) => ({
    ...image,
    url: `https://a.example/${i}`,
  }));
  const { variants, ...rest } = product(0);
  const line = JSON.stringify({ ...rest, variants: variants.slice(0, 1), images });
  expect((await read(line)).errors).toEqual([]);
});

describe("a line of megabytes", () => {
  test("with a product of 500 variants at 50 locations is read completely", async () => {
    const sent = product(23);
    const line = JSON.stringify(sent);
    expect(line.length).toBeGreaterThan(3_000_000);
    const { records, errors } = await read(line);
    expect(errors).toEqual([]);
    expect(records).toEqual([sent]);
  });

  test("is parsed and checked in small parts, with pauses between them", async () => {
    const line = JSON.stringify(product(1));
    expect(Math.max(...(await parsedAtOnce(line)))).toBeLessThan(64 * 1024);
    // There is a pause for each of the 35 blocks scanned, 70 chunks parsed, and 50 slices of ten variants checked.
    expect(await pausesOf(line)).toBeGreaterThan(130);
  });

  test("is checked with its first variant, and its other variants after a pause", async () => {
    const { variants, ...rest } = product(0);
    const ofVariants = (count: number) =>
      pausesOf(JSON.stringify({ ...rest, formerLinks: [], variants: variants.slice(0, count) }));
    expect(await ofVariants(2)).toBe((await ofVariants(1)) + 2);
  });

  test("with a translation of 19,900 fields is checked in small parts", async () => {
    const fields = Object.fromEntries(
      Array.from({ length: 19_900 }, (_, i) => [`k${i}`, Array.from({ length: 30 }, () => "")]),
    );
    const sent = { type: "translation", of: "NAVIGATION", link: null, language: "DE", fields };
    const line = JSON.stringify(sent);
    const { records, errors } = await read(line);
    expect([records, errors]).toEqual([[sent], []]);
    // About 180 blocks and chunks are scanned and parsed, and 199 slices of a hundred fields are checked.
    expect(await pausesOf(line)).toBeGreaterThan(350);
    const wrong = JSON.stringify({ ...sent, fields: { ...fields, k7: 1, k19899: 2 } });
    expect((await read(wrong)).errors.map(({ column }) => column)).toEqual([
      "fields.k7",
      "fields.k19899",
    ]);
  });

  test("reports the errors of all its parts under their own fields", async () => {
    const { variants, ...rest } = product(1);
    const [first, second] = [variants[7], variants[499]];
    if (first === undefined || second === undefined) throw new Error("the product has no variants");
    first.price = -1;
    second.levels = [{ ...second.levels[0], onHand: 1.5 } as (typeof second.levels)[0]];
    const { records, errors } = await read(JSON.stringify({ ...rest, variants, surprise: 1 }));
    expect(records).toEqual([]);
    expect(errors.map(({ column }) => column)).toEqual([
      null,
      "variants.7.price",
      "variants.499.levels.0.onHand",
    ]);
  });

  test("with objects that all have different fields is parsed in small parts", async () => {
    const objects = Array.from({ length: 90_000 }, (_, i) => ({ [`k${i}`]: 1 }));
    const line = JSON.stringify({ type: "product", x: objects });
    expect(Math.max(...(await parsedAtOnce(line)))).toBeLessThan(64 * 1024);
  });

  test("is rejected if its type needs none, or doesn't come first", async () => {
    const menu = JSON.stringify({ type: "menu", name: "main", items: ["x".repeat(600_000)] });
    const { type, ...rest } = product(1);
    const late = JSON.stringify({ ...rest, type });
    const twice = menu
      .replace('"type":"menu"', '"type":"product"')
      .replace(/\}$/, ',"type":"menu"}');
    for (const line of [menu, late, twice])
      expect((await read(line)).errors).toEqual([
        {
          row: 2,
          column: null,
          message: expect.stringMatching(/^this line is longer than 512 KB/),
        },
      ]);
  });
});
