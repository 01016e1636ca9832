import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);

// The contract's modules import zod: one import of a value from there puts it into the browser.
test.each(files)("%s runs anywhere: types and siblings imported, no clock, no chance", (name) => {
  const source = readFileSync(`${import.meta.dirname}/${name}`, "utf8");
  const imports = source.matchAll(/^import (type )?[^;]*? from "([^"]+)";/gm);
  const foreign = [...imports].filter(([, type, from]) => !type && !from?.startsWith("./"));
  expect(foreign.map(([line]) => line)).toEqual([]);
  expect(source).not.toMatch(/\bDate\.now\(|new Date\(\)|Math\.random|\bimport\(|\bprocess\./);
});
