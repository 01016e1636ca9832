// npm run torture -- money [NUMBER] [ROUNDS] [WORDS]: the long form of the system tests of money: 1 last units, 2 repeated
// calls, 3 kills and outages, 4 provider faults, 5 webhook events, 6 refunds. ROUNDS is the number of rounds of each
// test, and WORDS a part of a test's name.

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
