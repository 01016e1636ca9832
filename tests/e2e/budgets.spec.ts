import { type Browser, expect, type Page, test } from "@playwright/test";
import { get, type IncomingMessage } from "node:http";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { removeDataDir, startShop } from "../running-shop.ts";
import { untilHydrated } from "./support/fixtures.ts";

const build = path.join(import.meta.dirname, "../../apps/storefront/build/client");

/** Maximum KiB of JavaScript (brotli) that a page loads at first, including the manifest. */
const budgets = {
  home: 112,
  collection: 112,
  product: 118,
  checkout: 122,
  "thank-you": 122,
  "order-tracking": 122,
};
/** Maximum KiB of the stylesheet that all pages share (brotli). */
const styleBudget = 10;
/**
 * Maximum KiB of a page's HTML (brotli), by its URL in the demo stores: a little more than the page's size when the
 * maximum was set. The agreed limit for each page is 12.
 */
const htmlBudgets = {
  "/": 8.6,
  "/collection": 10.8,
  "/new": 9.2,
  "/women": 10.3,
  "/search?name=dress": 8.6,
};
const productHtmlBudget = 12;
/**
 * Maximum KiB that a page loads before the shopper scrolls. Excludes pictures, because browsers preload different
 * numbers of them. The agreed limit including pictures is 240.
 */
const loadBudgets = { "/": 178, "/collection": 186 };
/**
 * The chunks that may load the checkout's own code: its later steps, the wallets, and the cart, which shows the same
 * rows of totals.
 */
const checkoutChunks =
  /^(?:checkout|cart-view|express-(?:frame|paypal|stripe|unfinished)|line-notice|payment-step|questions|resumed-order|returned-payment|reviewed-payment|stripe-fields|trust-badges|use-express)-/;
const stores = ["localhost", "tordo.localhost"];

type Entry = { module: string; imports: string[] };
type TraceEvent = { name: string; args?: { elementCount?: number } };
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

test("only the cart and the checkout load the checkout's code @one-width", () => {
  const files = readdirSync(path.join(build, "assets")).filter((name) => name.endsWith(".js"));
  const importing = files.filter((name) =>
    /from"\.\/checkout-page-/.test(readFileSync(path.join(build, "assets", name), "utf8")),
  );
  expect(importing.filter((name) => !checkoutChunks.test(name))).toEqual([]);
  expect(importing).not.toEqual([]);
});

test("the stylesheet of all pages stays within its budget @one-width", () => {
  const files = readdirSync(path.join(build, "assets")).filter((name) =>
    /^root-.*\.css$/.test(name),
  );
  expect(files).toHaveLength(1);
  expect(sizeOf(`/assets/${files[0]}`) / 1024).toBeLessThanOrEqual(styleBudget);
});

/** Uses a separate server, because other tests add reviews and products to the shared one at the same time. */
test("each page's HTML and first load stay within their budgets @one-width @slow", async ({
  browser,
}) => {
  const shop = await startShop({ launcher: true });
  try {
    for (const host of stores) {
      const origin = `http://${host}:${shop.port}`;
      for (const [address, budget] of Object.entries(htmlBudgets)) {
        const { size } = await readPage(new URL(address, origin));
        expect(size / 1024, `${address} of ${host}`).toBeLessThanOrEqual(budget);
      }
      const { html } = await readPage(new URL("/collection", origin));
      const links = new Set(html.match(/\/product\?link=[\w-]+/g));
      expect(links.size).toBeGreaterThan(10);
      for (const link of links) {
        const { size } = await readPage(new URL(link, origin));
        expect(size / 1024, `${link} of ${host}`).toBeLessThanOrEqual(productHtmlBudget);
      }
    }
    for (const [address, budget] of Object.entries(loadBudgets)) {
      const bytes = await loadWithoutPictures(browser, shop.url + address);
      expect(bytes / 1024, address).toBeLessThanOrEqual(budget);
    }
  } finally {
    await shop.end("SIGTERM");
    await removeDataDir(shop.dataDir);
  }
});

for (const address of ["/", "/collection", "/product?link=double-breasted-wool-coat"])
  test(`${address}: an inserted element doesn't make the browser compute the styles of the page again @one-width`, async ({
    page,
  }) => {
    await page.goto(address);
    await untilHydrated(page);
    const all = await page.locator("body *").count();
    expect(all).toBeGreaterThan(300);
    expect(await restyledBy(page, () => document.head.append(document.createElement("link")))) //
      .toBeLessThan(all / 4);
    // For comparison: the same measurement when all styles are computed again.
    expect(await restyledBy(page, () => (document.documentElement.style.color = "red"))) //
      .toBeGreaterThan(all / 2);
  });

// The product page is left out, because it requests delivery dates after hydration, and formatting them needs Intl.
for (const address of ["/", "/collection", "/cart"])
  test(`${address}: hydration uses the texts that the server formatted @one-width`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const made: string[] = [];
      Object.assign(globalThis, { made });
      const kinds = ["NumberFormat", "DateTimeFormat", "DisplayNames", "PluralRules", "Segmenter"];
      for (const kind of kinds as ("NumberFormat" | "DisplayNames")[])
        Reflect.set(
          Intl,
          kind,
          new Proxy(Intl[kind], {
            construct(target, args, newTarget): object {
              made.push(`${kind} ${JSON.stringify(args)}`);
              return Reflect.construct(target, args, newTarget) as object;
            },
          }),
        );
    });
    await page.goto(address);
    await untilHydrated(page);
    const made = () => page.evaluate(() => (globalThis as unknown as { made: string[] }).made);
    expect(await made()).toEqual([]);
    await page.evaluate(() => new Intl.NumberFormat("en-US"));
    expect(await made()).toEqual(['NumberFormat ["en-US"]']);
  });

/** A page and its compressed size in bytes. fetch() would return it decompressed. */
async function readPage({ host, port, pathname, search }: URL) {
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path: pathname + search, headers: { host, "accept-encoding": "br" } }, resolve).on(
      "error",
      reject,
    );
  });
  expect(message.statusCode).toBe(200);
  expect(message.headers["content-encoding"]).toBe("br");
  const body = await buffer(message);
  return { size: body.length, html: brotliDecompressSync(body).toString() };
}

/** The number of bytes that the browser receives until the network is idle, including headers but not pictures. */
async function loadWithoutPictures(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const session = await page.context().newCDPSession(page);
  const pictures = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => {
    if (type === "Image") pictures.add(requestId);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(url, { waitUntil: "networkidle" });
  await page.close();
  return bytes;
}

function entryOf({ routes }: Manifest, page: string): Entry {
  const entry = Object.values(routes).find(({ module }) => module.startsWith(`/assets/${page}-`));
  if (entry === undefined)
    throw new Error(
      `The manifest has no route for routes/${page}.tsx. Build the storefront first.`,
    );
  return entry;
}

function sizeOf(file: string): number {
  return statSync(path.join(build, `${file}.br`)).size;
}

/** The number of elements whose styles the browser computes because of a change. */
async function restyledBy(page: Page, change: () => unknown): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error("The page belongs to no browser that can be traced.");
  await page.evaluate(computeStyles);
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.evaluate(change);
  await page.evaluate(computeStyles);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return traceEvents
    .filter(({ name }) => name === "UpdateLayoutTree")
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
}

function computeStyles() {
  return getComputedStyle(document.body).color;
}
