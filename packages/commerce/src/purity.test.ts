import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);

// The contract's modules import zod, so importing a value from one would add zod to the browser's bundle.
test.each(files)(
  "%s is pure: imports only types and siblings, and uses no clock or random numbers",
  (name) => {
    const source = readFileSync(`${import.meta.dirname}/${name}`, "utf8");
    const imports = source.matchAll(/^import (type )?[^;]*? from "([^"]+)";/gm);
    const foreign = [...imports].filter(([, type, from]) => !type && !/^\.\.?\//.test(from ?? ""));
    expect(foreign.map(([line]) => line)).toEqual([]);
    expect(source).not.toMatch(/\bDate\.now\(|new Date\(\)|Math\.random|\bimport\(|\bprocess\./);
  },
);
