import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/longest-first.ts";
import { waitLimit } from "./tests/wait-limit.ts";

const ignored = ["**/node_modules/**", "**/build/**", "**/dist/**"];

/** Files of one worker share their modules: loading them anew for each file is a fifth of all the work. */
const isolate = false;

/** Ends a test that hangs; a test that only has little of a full machine is not one. */
const testTimeout = 5 * waitLimit;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "unit",
          isolate,
          include: [
            "packages/**/*.test.ts",
            "apps/storefront/**/*.test.ts",
            "demo/**/*.test.ts",
            "tests/*.test.ts",
            "scripts/*.test.ts",
          ],
          exclude: ignored,
          testTimeout,
          hookTimeout: testTimeout,
          // On two cores Vitest would use one.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "server",
          isolate,
          include: ["apps/server/src/**/*.test.ts", "tests/system/**/*.test.ts"],
          exclude: ignored,
          globalSetup: "tests/database-server.ts",
          env: { NODE_ENV: "test" },
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll: { timeout: waitLimit } },
          // On two cores: tests that start servers wait more than they work.
          maxWorkers: 4,
        },
      },
    ],
  },
});
