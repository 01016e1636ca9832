import { expect, test } from "vitest";
import { loader } from "./favicon.ts";

async function letterOf(name: string, locale = "en-US"): Promise<string | undefined> {
  const store = { name, locale, theme: {} };
  const answer = loader({ context: { get: () => store } } as unknown as Parameters<
    typeof loader
  >[0]);
  const svg = await answer.text();
  expect(svg.isWellFormed()).toBe(true);
  return />([^<>]*)<\/text>/.exec(svg)?.[1];
}

test("the icon shows the first character of the store's name, complete", async () => {
  const table: [string, string | undefined, string?][] = [
    ["sorvela", "S"],
    ["😀 Shop", "😀"],
    ["👩‍👩‍👧 Family", "👩‍👩‍👧"],
    ["متجر", "م"],
    ["e\u0301toile", "E\u0301"],
    ["ßhop", "ß"],
    ["istanbul", "İ", "tr-TR"],
    ["<script>", "&lt;"],
    ["&more", "&amp;"],
    ["\u200f \u200b", ""],
  ];
  for (const [name, letter, locale] of table)
    expect([name, await letterOf(name, locale)]).toEqual([name, letter]);
});
