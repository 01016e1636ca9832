import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/longest-first.ts";
import { waitLimit } from "./tests/wait-limit.ts";

const ignored = ["**/node_modules/**", "**/build/**", "**/dist/**"];

/** Files of one worker share their modules: loading them for each file would take a fifth of the whole time. */
const isolate = false;

/** Long enough for a slow test on a busy machine. Only ends a test that hangs. */
const testTimeout = 5 * waitLimit;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [
      {
        name: "slow",
        description:
          "Tests that take over a second, unless a rule of money, stock or access would otherwise go untested. Only with npm test -- --all, as in CI. Files are tagged with // @module-tag slow",
      },
    ],
    projects: [
      {
        test: {
          name: "unit",
          // Loads only tokens.css, because the theme reads the default tokens. Other stylesheets are empty in tests.
          css: { include: [/tokens\.css/] },
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
          expect: { poll: { timeout: waitLimit } },
          // With two cores, Vitest would use only one worker.
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
          setupFiles: "tests/cheap-passwords.ts",
          env: { NODE_ENV: "test" },
          testTimeout,
          hookTimeout: testTimeout,
          expect: { poll: { timeout: waitLimit } },
          // More workers than a small machine has cores, because tests that start servers mostly wait.
          maxWorkers: 4,
        },
      },
    ],
  },
});
