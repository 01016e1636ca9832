import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { changedFiles, testsOf } from "./testing/changed-tests.mjs";

const noFiles = () => [];

test("a change selects the database tests next to it, and itself if it is a test", () => {
  const files = [
    "README.md",
    "packages/commerce/src/money.ts",
    "apps/storefront/src/cart/quote.ts",
    "apps/server/src/app.ts",
    "apps/server/src/domains/refunds/jobs.ts",
    "apps/server/src/domains/refunds/refund-races.test.ts",
    "tests/system/kill-server.test.ts",
    "tests/e2e/cart.spec.ts",
    "tests/e2e/support/fixtures.ts",
  ];
  expect(testsOf(files, noFiles)).toEqual({
    server: [
      "apps/server/src/app",
      "apps/server/src/domains/refunds/",
      "tests/system/kill-server.test.ts",
    ],
    browser: ["tests/e2e/cart.spec.ts"],
  });
});

test("a database function selects the tests next to the files that name it", () => {
  const asked: string[] = [];
  const sql = "apps/server/database/functions/orders/door.reconcile_refunds.sql";
  const { server } = testsOf([sql], (name) => {
    asked.push(name);
    return ["apps/server/src/domains/refunds/jobs.ts"];
  });
  expect([asked, server]).toEqual([
    ["door.reconcile_refunds"],
    ["apps/server/src/domains/refunds/"],
  ]);
});

test("changed files are those since the last commit, or else those of the last commit", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "vetrina-changed-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@a.example", ...args], {
      cwd: root,
    });
  try {
    git("init", "-q");
    for (const name of ["one.ts", "two.ts"]) {
      await writeFile(path.join(root, name), "1");
      git("add", ".");
      git("commit", "-qm", name);
    }
    expect(changedFiles(root, null)).toEqual({ ref: "HEAD~1", files: ["two.ts"] });
    await writeFile(path.join(root, "one.ts"), "2");
    await writeFile(path.join(root, "three.ts"), "1");
    expect(changedFiles(root, null)).toEqual({ ref: "HEAD", files: ["one.ts", "three.ts"] });
    expect(changedFiles(root, "HEAD~1").files).toEqual(["one.ts", "two.ts", "three.ts"]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
