import { defineConfig } from "vitest/config";

const ignored = ["**/node_modules/**", "**/build/**", "**/dist/**"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/**/*.test.ts",
            "apps/storefront/**/*.test.ts",
            "demo/**/*.test.ts",
            "tests/*.test.ts",
            "scripts/*.test.ts",
          ],
          exclude: ignored,
        },
      },
      {
        test: {
          name: "server",
          include: ["apps/server/src/**/*.test.ts", "tests/system/**/*.test.ts"],
          exclude: ignored,
          globalSetup: "tests/database-server.ts",
          env: { NODE_ENV: "test" },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
