import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "**/build/**", "**/dist/**"];

/** Files of one worker share their modules: loading them anew for each file is a fifth of all the work. */
const isolate = false;

export default defineConfig({
  test: {
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
          // On a full machine five seconds are no time.
          testTimeout: 30_000,
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
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // On two cores: tests that start servers wait more than they work.
          maxWorkers: 4,
        },
      },
    ],
  },
});
