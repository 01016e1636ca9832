import { expect, test } from "vitest";
import { readFile, repositoryFiles } from "./repository-files.ts";

/**
 * A search in a list that converts words to lower case for each comparison, which is slow for long lists in some
 * scripts.
 */
const pairwise =
  /\.(?:find|findIndex|some|every|filter)\(\s*\(?[^)]{0,60}\)?\s*=>[^;]{0,120}?\.to(?:Lower|Upper)Case\(\)\s*===|\.(?:find|findIndex|some|every|filter)\(\s*\(?[^)]{0,60}\)?\s*=>[^;]{0,60}?===[^;]{0,60}?\.to(?:Lower|Upper)Case\(\)/;

/** Files with such a search, each with the reason why its list is short. */
const short: Readonly<Record<string, string>> = {
  "apps/server/src/domains/catalogue-files/product-csv/variant-rows.ts":
    "a product has three options",
  "apps/server/src/domains/catalogue-files/products/plan-variants.ts":
    "a product has three options",
  "apps/server/src/domains/orders/self-service/change-item-size.ts":
    "an id, of at most 500 variants",
  "apps/server/src/domains/products/variants/combinations.ts": "a product has three options",
  "apps/server/src/domains/shipping/provider-rows.ts": "a store has few shipping providers",
  "apps/server/src/domains/shipping/region-rows.ts": "the names of at most 50 regions",
  "apps/server/src/domains/taxes/plan-tax-rate.ts": "the codes of a country's states",
  "packages/commerce/src/addresses/states.ts": "the names of a country's states",
};

test("the server compares words in long lists by keys that are made once", () => {
  const found = repositoryFiles().filter(
    (file) =>
      /^(?:apps\/server|packages\/(?:commerce|contract))\/src\/.*\.ts$/.test(file) &&
      !/\.(?:test|fixture)\.ts$/.test(file) &&
      pairwise.test(readFile(file)),
  );
  expect(found.toSorted()).toEqual(Object.keys(short).toSorted());
});
