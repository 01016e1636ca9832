import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Slow files, roughly slowest first. If one of them started last, it would keep one worker busy while the others were
 * idle.
 */
const longest = [
  "apps/server/src/platform/http/callers/access.test.ts",
  "tests/system/money/crashes.test.ts",
  "tests/system/start-and-stop.test.ts",
  "tests/system/kill-server.test.ts",
  "tests/system/money/outages.test.ts",
  "tests/system/money/provider-faults.test.ts",
  "apps/server/src/platform/http/cors.test.ts",
  "apps/server/src/platform/http/deleted.test.ts",
  "apps/server/src/platform/http/without-checks.test.ts",
  "apps/server/src/platform/http/each-call-once.test.ts",
  "tests/system/money/webhooks.test.ts",
  "apps/server/src/commands/import-catalogue.test.ts",
  "apps/server/src/platform/pictures/picture-work.test.ts",
  "apps/server/src/domains/file-jobs/bad-imports.test.ts",
  "apps/server/src/platform/http/fuzz.test.ts",
  "tests/system/database-gone.test.ts",
  "tests/system/guessing.test.ts",
  "tests/system/refresh-storm.test.ts",
  "tests/field-costs.test.ts",
  "tests/expressions.test.ts",
];

/**
 * Starts the slowest files first. Without the times of an earlier run, as in a fresh clone, Vitest starts with the
 * largest files, which aren't the slowest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank === -1 ? longest.length : rank;
}
