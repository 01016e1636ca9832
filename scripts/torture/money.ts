// npm run torture -- money [NUMBER] [ROUNDS] [WORDS]: the system tests of money (tests/system/money) in their long form, all six or
// one: 1 checkouts of the last units, 2 checkouts whose calls are repeated 50 times, 3 kills and stops under load, 4 rounds of each
// fault of a provider, 5 payments whose events are repeated 50 times, 6 refunds of one capture. ROUNDS is how many instead of the full
// number ("all"), WORDS a part of a test's name.
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
    "--testTimeout=3600000",
    "--maxWorkers=1",
    ...only,
  ],
  { stdio: "inherit", env: { ...process.env, MONEY_ROUNDS: rounds } },
);
process.exitCode = run.status ?? 1;
