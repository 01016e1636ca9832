// npm run torture -- money [SCALE] [TEST]: the system tests of money (tests/system/money.test.ts), SCALE times as large: 10 by default, and a
// part of their names to run some only. Idempotency-Keys, webhooks and refunds against PayPal's stand-in.
import { spawnSync } from "node:child_process";

const [scale = "10", name] = process.argv.slice(3);
const test = "tests/system/money.test.ts";
const only = name === undefined ? [] : ["-t", name];
const run = spawnSync(
  "npx",
  ["vitest", "run", "--project", "server", test, "--testTimeout=3600000", ...only],
  { stdio: "inherit", env: { ...process.env, MONEY_SCALE: scale } },
);
process.exitCode = run.status ?? 1;
