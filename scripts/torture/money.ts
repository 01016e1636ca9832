// npm run torture -- money [NUMBER] [ROUNDS] [WORDS]: runs the long form of tests/system/money. NUMBER is 1 for last
// units, 2 for repeated calls, 3 for kills and outages, 4 for provider faults, 5 for webhook events, or 6 for refunds.
// ROUNDS is the number of rounds of each test, and WORDS is part of a test's name.

import { spawnSync } from "node:child_process";
import { buildStorefront } from "../build-storefront.mjs";

await buildStorefront();
const [number, rounds = "all", words = ""] = process.argv.slice(3);
const only = number === undefined ? [] : ["-t", `money ${number}.*${words}`];
const run = spawnSync(
  "npx",
  [
    "vitest",
    "run",
    "--project",
    "server",
    "tests/system/money",
    "tests/system/kill-server.test.ts",
    "--testTimeout=3600000",
    "--maxWorkers=1",
    ...only,
  ],
  { stdio: "inherit", env: { ...process.env, MONEY_ROUNDS: rounds } },
);
process.exitCode = run.status ?? 1;
