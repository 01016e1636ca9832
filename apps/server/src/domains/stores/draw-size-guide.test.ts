// @module-tag slow

import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { drawSizeGuide } from "./draw-size-guide.ts";

const rest = "See the store's size guide page for the rest.";

/** Returns the text of a guide with 20,000 characters of tips. */
async function textOf(word: string): Promise<string> {
  const tip = `${word} `.repeat(500 / (word.length + 1)).trim();
  const guide = { sizeCharts: [], measuring: [], sizeTips: Array<string>(40).fill(tip) };
  const store = { name: "Shop", country: "US", locale: "en" };
  const document = await getDocumentProxy(
    Uint8Array.from(await drawSizeGuide({ ...guide, store }, new Date(0))),
  );
  return (await extractText(document, { mergePages: true })).text;
}

test("a guide may have a quarter as many letters of Devanagari, because they take four times as long", async () => {
  const hindi = await textOf("मध्य");
  expect(hindi).toContain(rest);
  expect(hindi.match(/म/g)?.length).toBeLessThanOrEqual(15_000 / "मध्य".length);
  expect(await textOf("size")).not.toContain(rest);
});
