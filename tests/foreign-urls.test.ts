import { expect, test } from "vitest";
import { readFile, repositoryFiles } from "./repository-files.ts";

/** The time to parse a host grows with the square of its length. parseUrl() and WebUrl() limit the length first. */
const unbounded = /\bURL\.(?:parse|canParse)\(|\bz\.url\(|\bz\.string\(\)\.url\(/;

/** Files that parse URLs without these functions, each with the reason why its URLs are short. */
const short: Readonly<Record<string, string>> = {
  "apps/server/src/commands/find-store.ts": "an argument of the command line",
  "apps/server/src/domains/draft-orders/make-order.ts": "the request's Host, bounded by app.ts",
  "apps/server/src/domains/orders/create-order.ts": "the request's Host, bounded by app.ts",
  "apps/server/src/domains/payments/create-payment-intent.ts":
    "the request's Host, bounded by app.ts",
  "apps/server/src/domains/users/account-transaction.ts": "the request's Host, bounded by app.ts",
  "apps/server/src/domains/users/host-of-login.ts": "the request's Host, bounded by app.ts",
  "apps/server/src/page-address.ts": "the request's Host, bounded by app.ts",
  "apps/server/src/platform/config.ts": "an environment variable",
  "packages/contract/src/web-address.ts": "the bounds themselves",
};

test("a URL that somebody else wrote is bounded before it is parsed", () => {
  const found = repositoryFiles().filter(
    (file) =>
      /^(?:apps\/server|packages\/(?:commerce|contract))\/src\/.*\.tsx?$/.test(file) &&
      !/\.(?:test|fixture)\.tsx?$/.test(file) &&
      unbounded.test(readFile(file)),
  );
  expect(found.toSorted()).toEqual(Object.keys(short).toSorted());
});
