import { expect, test } from "vitest";
import { withArticle } from "./with-article.ts";

test.each([
  ["United States", "the United States"],
  ["United Kingdom", "the United Kingdom"],
  ["Netherlands", "the Netherlands"],
  ["Philippines", "the Philippines"],
  ["Cayman Islands", "the Cayman Islands"],
  ["Dominican Republic", "the Dominican Republic"],
  ["Rest of World", "the Rest of World"],
  ["European Union", "the European Union"],
  ["Portugal", "Portugal"],
  ["Ireland", "Ireland"],
  ["Vereinigte Staaten", "Vereinigte Staaten"],
])("%s in a sentence is %s", (place, expected) => {
  expect(withArticle(place)).toBe(expected);
});
