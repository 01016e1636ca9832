import { createHash } from "node:crypto";
import { api } from "@vetrina/contract/api";
import { describe, expect, test } from "vitest";
import { apiDocsPolicy } from "./api-docs-style.ts";
import { apiDocsPage } from "./api-docs.ts";
import { openApiDocument } from "./openapi.ts";
import type { OpenApiDocument } from "./openapi.ts";

const document = openApiDocument(api);
const page = apiDocsPage(document);
const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, found = ""]) => found);

test("each call stands there with its address, access, errors and examples", () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { operationId, tags }] of Object.entries(methods)) {
      const article = page.match(
        new RegExp(`<article class="call" id="${operationId}"[^]*?</article>`),
      )?.[0];
      expect(article).toContain(
        `<span class="method ${method}">${method.toUpperCase()}</span><span>${path}<`,
      );
      expect(article).toContain("Who may call: ");
      expect(article).toContain("<h4>Errors</h4>");
      expect(article).toContain("https://shop.example/api/v1/");
      expect(article).toContain(`await client.${tags[0]}.${operationId}(`);
      expect(article).not.toMatch(/undefined|NaN|\[object/);
    }
});

test("every anchor leads somewhere, and every id is there once", () => {
  const ids = all(/ id="([^"]+)"/g);
  expect(new Set(ids).size).toBe(ids.length);
  for (const target of all(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  for (const label of all(/aria-labelledby="([^"]+)"/g)) expect(ids).toContain(label);
});

describe("accessible by its structure", () => {
  test("one of each landmark, headings without a gap", () => {
    for (const landmark of ["header", "nav", "main", "footer", "h1"])
      expect(all(new RegExp(`<(${landmark})[ >]`, "g"))).toHaveLength(1);
    let previous = 0;
    for (const level of all(/<h([1-6])[ >]/g).map(Number)) {
      expect(level).toBeLessThanOrEqual(previous + 1);
      previous = level;
    }
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
  });

  test("tables are named and have headers; tags are closed", () => {
    expect(all(/<(table)>/g)).toEqual([]);
    const names = all(/<table aria-label="([^"]+)"/g);
    expect(new Set(names).size).toBe(names.length);
    expect(all(/<(th)(?! scope=)[ >]/g)).toEqual([]);
    for (const tag of ["table", "tr", "td", "article", "section", "details", "pre", "ul", "li"])
      expect(all(new RegExp(`<(${tag})[ >]`, "g"))).toHaveLength(
        all(new RegExp(`</(${tag})>`, "g")).length,
      );
  });
});

test("the policy lets in the style sheet and nothing else is there to let in", () => {
  const [style = ""] = all(/<style>([^]*?)<\/style>/g);
  const hash = createHash("sha256").update(style).digest("base64");
  expect(apiDocsPolicy).toContain(`style-src 'sha256-${hash}'`);
  expect(apiDocsPolicy).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|<img|<link| style="| on\w+="/);
});

test("whatever stands in the document is text", () => {
  const evil: OpenApiDocument = JSON.parse(
    JSON.stringify(document, (key, value: unknown) =>
      key === "description" || key === "summary" ? `<img src=x onerror="alert('1')">&` : value,
    ),
  );
  const html = apiDocsPage(evil);
  expect(html).not.toContain("<img");
  expect(html).toContain("&lt;img src=x onerror=&quot;");
});
