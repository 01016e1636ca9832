import { describe, expect, test } from "vitest";
import { excessCost } from "#tests/costs.ts";
import { createFindings } from "../findings.ts";
import { readRecords } from "./read-records.ts";

function repeat(count: number, value: unknown): unknown[] {
  return Array.from({ length: count }, () => value);
}

const item = { label: "", href: "a b", collection: "?" };
const lines: Record<string, object> = {
  "menu items that lack everything": {
    type: "menu",
    name: "main",
    items: repeat(37, { children: repeat(50, { children: repeat(50, {}) }) }),
  },
  "menu items that match nothing": {
    type: "menu",
    name: "main",
    items: repeat(12, {
      ...item,
      children: repeat(14, { ...item, children: repeat(45, { ...item, children: [] }) }),
    }),
  },
  "levels of stock": { type: "product", variants: repeat(500, { levels: repeat(50, {}) }) },
  "earlier prices": { type: "product", variants: repeat(500, { prices: repeat(100, {}) }) },
  "translated fields": {
    type: "translation",
    fields: Object.fromEntries(repeat(19_500, 1).map((one, i) => [`k${i}`, one])),
  },
};

const head = '{"type":"catalogue","format":"vetrina-catalogue","version":1,"currency":"USD"}';

async function errorsOf(line: string) {
  async function* source() {
    yield Buffer.from(`${head}\n${line}`);
  }
  const findings = createFindings();
  for await (const _ of readRecords(source(), "USD", findings));
  return findings;
}

describe("a line with many errors takes little longer than parsing it", () => {
  test.each(Object.keys(lines))("%s", async (name) => {
    const line = JSON.stringify(lines[name]);
    const { errorCount, errors } = await errorsOf(line);
    expect(errorCount).toBe(20);
    expect(errors[0]).toMatchObject({ row: 2, column: expect.stringMatching(/\w/) });
    const parse = () => JSON.parse(line) as unknown;
    const few = JSON.stringify({ type: "product", variants: repeat(20, {}) });
    const bound = { maxRatio: 8, fixed: { work: () => errorsOf(few), maxRatio: 4 } };
    expect(await excessCost(() => errorsOf(line), parse, bound)).toBeNull();
  });
});
