import { expect, test } from "@playwright/test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const build = path.join(import.meta.dirname, "../../apps/storefront/build/client");

/**
 * KiB of JavaScript (brotli) a page imports at first, the manifest included. The product page is to come to 118, the
 * collection to 112 and the checkout to 122: lower these limits as the pages shrink.
 */
const budgets = {
  home: 112.5,
  collection: 115,
  product: 124,
  checkout: 122.5,
  "thank-you": 122,
  "order-tracking": 122,
};

type Entry = { module: string; imports: string[] };
type Manifest = { entry: Entry; routes: Record<string, Entry> };

test("each page's first JavaScript stays within its budget @one-width", () => {
  const name =
    readdirSync(path.join(build, "assets")).find((file) => /^manifest-.*\.js$/.test(file)) ?? "";
  const text = readFileSync(path.join(build, "assets", name), "utf8");
  const manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as Manifest;
  for (const [page, budget] of Object.entries(budgets)) {
    const entries = [manifest.entry, manifest.routes["root"], entryOf(manifest, page)];
    const files = new Set(
      entries.flatMap((entry) => (entry ? entry.imports.concat(entry.module) : [])),
    );
    const chunks = [...files, `/assets/${name}`].map((file) => ({ file, size: sizeOf(file) }));
    const sum = chunks.reduce((all, { size }) => all + size, 0) / 1024;
    const list = chunks.map(({ file, size }) => `${size} ${file}`).join("\n");
    expect(sum, `${page} loads, in bytes:\n${list}`).toBeLessThanOrEqual(budget);
  }
});

function entryOf({ routes }: Manifest, page: string): Entry {
  const entry = Object.values(routes).find(({ module }) => module.startsWith(`/assets/${page}-`));
  if (entry === undefined) throw new Error(`No route is built from routes/${page}.tsx`);
  return entry;
}

function sizeOf(file: string): number {
  return statSync(path.join(build, `${file}.br`)).size;
}
