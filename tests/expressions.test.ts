import { check } from "recheck";
import { expect, test } from "vitest";
import { api } from "@vetrina/contract/api";
import { type Expression, expressionsIn, expressionsOf } from "./expressions.ts";
import { repositoryFiles } from "./repository-files.ts";

const shipped = repositoryFiles().filter(
  (file) =>
    /^(?:apps|packages)\/.*\.(?:ts|tsx|mjs)$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file),
);

const expressions = shipped.flatMap((file) => expressionsOf(file));

/** Regular expressions that are built at run time, each with the reason why no text makes it slow. */
const builtAtRunTime: Record<string, string> = {
  "apps/server/src/page-language.ts": "a constant, in a Cookie header of at most 16 kB",
  "apps/server/src/platform/mail/plain-words.ts": "a constant: one class of characters",
  "apps/storefront/src/search/suggestion-rules.ts":
    "plain words joined by |, each at the beginning of a word, in the shopper's own browser",
  "packages/commerce/src/shipping/shipping-claims.ts":
    "words joined by |, and numbers of at most 16 digits and separators beside a currency's sign",
};

const atRunsOnly = "it is tried only at the beginning of each run, and reads a run once";

/**
 * Safe regular expressions that the checker can't parse (the v flag) or judges inconsistently (lookbehind), each with
 * the reason why it is safe.
 */
const known: Record<string, string> = {
  [String.raw`[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]`]: "one character",
  [String.raw`[[\p{C}\p{Variation_Selector}]--[\u061c\u200e\u200f\u2066-\u2069]]`]: "one character",
  [String.raw`[[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]&&\p{L}]`]:
    "one character",
  [String.raw`(?<!0)0+$`]: atRunsOnly,
  [String.raw`(?<!\/)\/+$`]: atRunsOnly,
  [String.raw`(?<=[^/])\/+$`]: atRunsOnly,
  [String.raw`(?<!\})\}+$`]: atRunsOnly,
  [String.raw`(?<![\d.])([\d.]+(?:-[\d.]+)?) cm\b`]: atRunsOnly,
};

/** Returns why a regular expression may take more than linear time, or null if it doesn't. */
async function slownessOf({ at, source, flags }: Expression): Promise<string | null> {
  if (source === null || source in known) return null;
  const result = await check(source, flags, { timeout: 300_000 });
  if (result.status === "safe") return null;
  const why = result.status === "vulnerable" ? result.complexity.summary : result.error.kind;
  return `${at} /${source}/${flags}: ${why}`;
}

test("every regular expression takes linear time for any text", { timeout: 600_000 }, async () => {
  const all = [...expressions, ...expressionsIn(api, "contract")];
  const distinct = new Map(all.map((each) => [`${each.source} ${each.flags}`, each]));
  expect(distinct.size).toBeGreaterThan(200);
  const slow: (string | null)[] = [];
  for (const each of distinct.values()) slow.push(await slownessOf(each));
  expect(slow.filter((each) => each !== null)).toEqual([]);
});

test("every regular expression built at run time is listed with its bound", () => {
  const built = expressions.flatMap(({ at, source }) => (source === null ? at.split(":", 1) : []));
  expect([...new Set(built)].sort()).toEqual(Object.keys(builtAtRunTime).sort());
});

test("the check finds regular expression literals and calls of RegExp", async () => {
  const text = String.raw`const a = /<\/?(\w+)[^>]*>/g; if (b) x = c / d / e; new RegExp(a); RegExp("b"); y.replace(/-+$/, "")`;
  const found = expressionsOf("made-up.ts", text);
  expect(new Set(found.map(({ source }) => source))).toEqual(
    new Set(["-+$", "<\\/?(\\w+)[^>]*>", null]),
  );
  const slow = await Promise.all(found.map(slownessOf));
  expect(slow.filter((each) => each !== null)).toHaveLength(2);
  expect(expressionsIn(api, "contract").map(({ source }) => source)).toContain("^[A-Z]{2}$");
});
