// @module-tag slow

import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { createFindings } from "./findings.ts";
import { checkFile } from "./json-lines/check-file.ts";
import { LargeMap } from "./large-map.ts";

/**
 * Returns the size of the largest Map that `work` adds to. No Map may grow large, because a Map that outgrows its
 * capacity copies all of its entries at once.
 */
async function largestMap(work: () => unknown): Promise<number> {
  const adding = vi.spyOn(Map.prototype, "set");
  try {
    await work();
    return Math.max(
      ...new Set(adding.mock.contexts.map((map) => (map as Map<unknown, unknown>).size)),
    );
  } finally {
    adding.mockRestore();
  }
}

test("a large map consists of small ones, even if all keys have the same beginning or end", async () => {
  const names: ((n: number) => string)[] = [
    (n) => `sku-${n}`,
    (n) => `${n}`.padStart(64, "0"),
    (n) => `${n}-navy-medium`,
    (n) => `${n}-${"long ending ".repeat(10)}`,
    (n) => `review ${n * 7919} of the same product`,
  ];
  for (const name of names) {
    const map = new LargeMap<number>();
    const largest = await largestMap(() => {
      for (let n = 0; n < 50_000; n += 1) map.set(name(n), n);
    });
    expect(largest).toBeLessThan(500);
    expect(map.size).toBe(50_000);
    expect(map.get(name(49_999))).toBe(49_999);
    expect(map.has("other")).toBe(false);
  }
});

/**
 * Returns the index of the Map that a key would go to if LargeMap hashed with the published initial value of FNV-1a. An
 * attacker could compute this index, too.
 */
function knownPartOf(key: string): number {
  let hash = 2_166_136_261;
  for (const letter of key) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return (hash ^ (hash >>> 16)) & 511;
}

const link = (letter: string) => `${letter.repeat(193)}ひ`;

test("records of a catalogue file are remembered by short keys, however long their links are", async () => {
  const pair = {
    type: "pair",
    product: link("a"),
    target: link("b"),
    kind: "RELATED",
    position: 0,
  };
  const lines = [head, JSON.stringify(pair), JSON.stringify(pair)];
  const added = vi.spyOn(Map.prototype, "set");
  const findings = createFindings();
  await checkFile(Readable.from([Buffer.from(lines.join("\n"))]), "USD", findings);
  const keys = added.mock.calls.map(([key]) => String(key).length);
  added.mockRestore();
  expect(findings.errors).toMatchObject([
    { row: 3, message: expect.stringMatching(/^line 2 has/) },
  ]);
  expect(keys.length).toBeGreaterThan(0);
  expect(Math.max(...keys)).toBeLessThanOrEqual(32);
});

test("keys can't be chosen so that they all land in one small map", async () => {
  const chosen: string[] = [];
  for (let n = 0; chosen.length < 1000; n += 1)
    if (knownPartOf(`sku-${n}`) === 7) chosen.push(`sku-${n}`);
  const map = new LargeMap<number>();
  const largest = await largestMap(() => {
    for (const [n, key] of chosen.entries()) map.set(key, n);
  });
  expect(largest).toBeLessThan(200);
});

const head = '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}';

function productLine(n: number, variants: number): string {
  const size = { name: "Size", values: [] as { value: string; swatch: null }[] };
  const all = Array.from({ length: variants }, (_, i) => {
    size.values.push({ value: `${i}`, swatch: null });
    const fields = { barcode: null, weightGrams: null, regularPrice: null, levels: [], prices: [] };
    return {
      name: `${i}`,
      slug: `v-${i}`,
      options: { Size: `${i}` },
      sku: `${n}-${i}`,
      price: 9,
      ...fields,
    };
  });
  const texts = { description: "", seoTitle: null, seoDescription: null, metaDescription: null };
  const kind = { status: "DRAFT", category: null, department: null, vendor: null, taxClass: "" };
  const lists = { tags: [], composition: "", care: [], measurements: [], bodyMeasurements: [] };
  const times = { publishedAt: null, saleEndsAt: null, createdAt: "2026-01-01T00:00:00.000Z" };
  const rest = { options: [size], variants: all, images: [], formerLinks: [] };
  const named = { type: "product", link: `coat-${n}`, name: "Coat" };
  return JSON.stringify({ ...named, ...texts, ...kind, ...lists, ...times, ...rest });
}

test("the SKUs of a catalogue file are kept in small maps, and are limited", async () => {
  const lines = Array.from({ length: 100 }, (_, n) => productLine(n, 200));
  const check = async (maxSkus?: number) => {
    const findings = createFindings();
    const source = Readable.from([Buffer.from([head, ...lines].join("\n"))]);
    await checkFile(source, "USD", findings, maxSkus);
    return findings.errors;
  };
  expect(await largestMap(async () => expect(await check()).toEqual([]))).toBeLessThan(500);
  expect(await check(19_999)).toMatchObject([
    { row: 101, message: expect.stringMatching(/split/) },
  ]);
});
