import { createHash } from "node:crypto";
import { api } from "@vetrina/contract/api";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";
import type { OpenApiDocument } from "./openapi.ts";
import { apiDocsPages, missingPage } from "./pages.ts";
import { createSearch } from "./search.ts";
import { apiDocsPolicy } from "./style.ts";

const document = openApiDocument(api);
const pages = writeAll(document);
const search = createSearch(document);
const base = document.servers[0]?.url ?? "";

function writeAll(described: OpenApiDocument): Map<string, string> {
  return new Map([...apiDocsPages(described)].map(([name, write]) => [name, write()]));
}

function all(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, found = ""]) => found);
}

test("each call is on its group's page with address, access, errors, examples and a form", () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { operationId, tags }] of Object.entries(methods)) {
      const article = pages
        .get(tags[0])
        ?.match(new RegExp(`<article class="call" id="${operationId}"[^]*?</article>`))?.[0];
      expect(article).toContain(
        `<span class="method ${method}">${method.toUpperCase()}</span><span>${path}<`,
      );
      expect(article).toContain("Who may call: ");
      expect(article).toContain("<h3>Errors</h3>");
      expect(article).toContain("https://shop.example/api/v1/");
      expect(article).toContain(`await client.${tags[0]}.${operationId}(`);
      expect(article).toContain(`data-method="${method.toUpperCase()}" data-path="${base}${path}"`);
      for (const name of all(path, /\{(\w+)\}/g))
        expect(article).toContain(`name="${name}" data-in="path"`);
      expect(article).not.toMatch(/undefined|NaN|\[object/);
    }
});

test("every link leads to an existing page and anchor, and ids are unique", () => {
  for (const [name, html] of pages) {
    const ids = idsOf(html);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toEqual(expect.arrayContaining(all(html, /(?:aria-labelledby|for)="([^"]+)"/g)));
    const dead = all(html, /href="([^"]+)"/g).filter((href) => !isThere(name, href));
    expect({ name, dead }).toEqual({ name, dead: [] });
  }
});

function isThere(from: string, href: string): boolean {
  const [address = "", hash] = href.split("#");
  if (address === `${base}/openapi.json`) return true;
  const html = pages.get(address === "" ? from : address.slice(`${base}/docs/`.length));
  return html !== undefined && (hash === undefined || idsOf(html).includes(hash));
}

function idsOf(html: string): string[] {
  return all(html, / id="([^"]+)"/g);
}

test("a page is small enough for a phone: a group's page is at most a fifth of all calls", () => {
  const sizes = document.tags.map(({ name }) => pages.get(name)?.length ?? 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(Math.max(...sizes) / total).toBeLessThan(0.2);
});

describe("search", () => {
  test.each([
    ["createOrder", `${base}/docs/orders#createOrder`],
    ["/orders/store", `${base}/docs/orders#createOrder`],
    ["CREATE order", `${base}/docs/orders#createOrder`],
    ["ApiErrorBody", `${base}/docs/schemas/ApiErrorBody`],
    ["shippingRateId", `${base}/docs/orders#createOrder`],
  ])("%s finds %s", (query, href) => {
    expect(all(search(query), /href="([^"]+)"/g)).toContain(href);
  });

  test("the call whose name was searched comes first", () => {
    const [first] = all(search("createOrder"), /<li id="(\w+)"/g);
    expect(first).toBe("createOrder");
  });

  test.each(["", " ", "qqqq", "<script>", "e".repeat(10_000), "a"])(
    "%.20s is answered with a bounded page",
    (query) => {
      const html = search(query);
      expect(html.length).toBeLessThan(40_000);
      expect(html).toMatch(/No results\.|found\./);
      expect(all(html, /(<script)>/g)).toHaveLength(1);
    },
  );
});

describe("accessible structure", () => {
  test.each([...pages.keys()])("page %j has its landmarks, and headings without a gap", (name) => {
    const html = pages.get(name) ?? "";
    for (const landmark of ["header", "nav", "main", "footer", "h1"])
      expect(all(html, new RegExp(`<(${landmark})[ >]`, "g"))).toHaveLength(1);
    let previous = 0;
    for (const level of all(html, /<h([1-6])[ >]/g).map(Number)) {
      expect(level).toBeLessThanOrEqual(previous + 1);
      previous = level;
    }
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  test("tables are named and have headers, and tags are closed", () => {
    for (const html of pages.values()) {
      expect(all(html, /<(table)>/g)).toEqual([]);
      const names = all(html, /<table aria-label="([^"]+)"/g);
      expect(new Set(names).size).toBe(names.length);
      expect(all(html, /<(th)(?! scope=)[ >]/g)).toEqual([]);
      for (const tag of ["table", "tr", "td", "article", "section", "details", "pre", "ul", "form"])
        expect(all(html, new RegExp(`<(${tag})[ >]`, "g"))).toHaveLength(
          all(html, new RegExp(`</(${tag})>`, "g")).length,
        );
    }
  });
});

test("the policy allows the one style sheet and the one script, and the pages contain nothing else", () => {
  for (const html of [...pages.values(), search("order"), missingPage(document)]) {
    const [style = ""] = all(html, /<style>([^]*?)<\/style>/g);
    const [script = ""] = all(html, /<script>([^]*?)<\/script>/g);
    expect(apiDocsPolicy).toContain(`style-src 'sha256-${hashOf(style)}'`);
    expect(apiDocsPolicy).toContain(`script-src 'sha256-${hashOf(script)}'`);
    expect(html).not.toMatch(/<script[^>]|<img|<link| style="| on\w+="/);
  }
  expect(apiDocsPolicy).toContain("default-src 'none'");
  expect(apiDocsPolicy).not.toMatch(/unsafe|\*|https?:/);
});

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}

test("text of the document is escaped", () => {
  const evil: OpenApiDocument = JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      key === "description" || key === "summary" ? `<img src=x onerror="alert('1')">&` : value,
    ),
  );
  for (const html of [...writeAll(evil).values(), createSearch(evil)("order")])
    expect(html).not.toContain("<img");
  expect(writeAll(evil).get("orders")).toContain("&lt;img src=x onerror=&quot;");
});
