import { expect, test } from "vitest";
import { readFile, repositoryFiles } from "./repository-files.ts";

/**
 * A search that converts a list's words to lower case for each comparison, which is slow for long lists in some writing
 * systems.
 */
const pairwise =
  /\.(?:find|findIndex|some|every|filter)\(\s*\(?[^)]{0,60}\)?\s*=>[^;]{0,120}?\.to(?:Lower|Upper)Case\(\)\s*===|\.(?:find|findIndex|some|every|filter)\(\s*\(?[^)]{0,60}\)?\s*=>[^;]{0,60}?===[^;]{0,60}?\.to(?:Lower|Upper)Case\(\)/;

/** Files with a pairwise search, each with the reason why its list is short. */
const shortLists: Readonly<Record<string, string>> = {
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
  "apps/server/src/platform/network/resolve-host.ts": "the names in one line of the hosts file",
  "packages/commerce/src/addresses/states.ts": "the names of a country's states",
};

test("the server compares words in long lists by keys that are computed once", () => {
  const found = repositoryFiles().filter(
    (file) =>
      /^(?:apps\/server|packages\/(?:commerce|contract))\/src\/.*\.ts$/.test(file) &&
      !/\.(?:test|fixture)\.ts$/.test(file) &&
      pairwise.test(readFile(file)),
  );
  expect(found.toSorted()).toEqual(Object.keys(shortLists).toSorted());
});

/**
 * Calls that parse a URL of any length, which takes time quadratic in the length of its host. parseUrl() and WebUrl()
 * check that length first.
 */
const unbounded = /\bURL\.(?:parse|canParse)\(|\bz\.url\(|\bz\.string\(\)\.url\(/;

/** Files that parse URLs without parseUrl() and WebUrl(), each with the reason why its URLs are short. */
const shortUrls: Readonly<Record<string, string>> = {
  "apps/server/src/commands/find-store.ts": "an argument of the command line",
  "apps/server/src/domains/payments/create-payment-intent.ts":
    "the request's Host, bounded by app.ts",
  "apps/server/src/domains/users/account-transaction.ts": "the request's Host, bounded by app.ts",
  "apps/server/src/page-address.ts": "the request's Host, bounded by app.ts",
  "apps/server/src/platform/config.ts": "an environment variable",
  "apps/server/src/platform/http/callers/host-of-caller.ts":
    "the request's Host, bounded by app.ts",
  "apps/server/src/platform/mail/origin-of-host.ts": "the request's Host, bounded by app.ts",
  "packages/contract/src/web-address.ts": "the bounds themselves",
};

test("the length of a URL from an external source is checked before it is parsed", () => {
  const found = repositoryFiles().filter(
    (file) =>
      /^(?:apps\/server|packages\/(?:commerce|contract))\/src\/.*\.tsx?$/.test(file) &&
      !/\.(?:test|fixture)\.tsx?$/.test(file) &&
      unbounded.test(readFile(file)),
  );
  expect(found.toSorted()).toEqual(Object.keys(shortUrls).toSorted());
});
