import { expect, test } from "vitest";
import { api } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { readFile, repositoryFiles } from "./repository-files.ts";

/** Error codes that apps/server/src/platform/http tests for every call of the contract. */
const triedForAll = new Set<string>([
  ...(["NOT_FOUND", "FORBIDDEN", "RATE_LIMITED", "EDIT_CONFLICT"] as const),
  "IDEMPOTENCY_KEY_REUSED",
]);

/** Declared error codes that the tests checked here don't cause. Each has the reason, or the test that covers it. */
const untried: Record<string, string> = {
  "imports.createImport PROVIDER_ERROR": "the storage's own error: platform/files/files.test.ts",
  "media.uploadMedia SERVER_BUSY":
    "causing it takes hundreds of megabytes: platform/http/bodies/body-room.test.ts",
  "reviews.addReviewPhoto SERVER_BUSY":
    "causing it takes as much in unfinished uploads: platform/http/bodies/uploads.test.ts",
  "system.checkHealth SHUTTING_DOWN": "needs a real process: tests/system/start-and-stop.test.ts",
  "system.checkHeath SHUTTING_DOWN": "the same",
};

const tests = repositoryFiles()
  .filter((file) => /^apps\/server\/src\/(?!platform\/http\/).*\.test\.ts$/.test(file))
  .map(readFile);

test("every error code that a call declares appears in a test that makes the call", () => {
  const forgotten = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { errors }]) => {
      const calling = tests.filter((text) => text.includes(`${name}(`));
      return errors
        .filter((code) => !triedForAll.has(code) && !calling.some((text) => text.includes(code)))
        .map((code) => `${group}.${name} ${code}`);
    }),
  );
  expect(forgotten.filter((one) => !(one in untried))).toEqual([]);
  expect(Object.keys(untried).filter((one) => !forgotten.includes(one))).toEqual([]);
});
