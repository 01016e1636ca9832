// npm run torture -- orders [ROUNDS]: races twenty payments, refunds and cancellations of one order, 50 times with different
// seeds, and checks the invariants after each. Minutes.
import { spawnSync } from "node:child_process";

const rounds = process.argv[3] ?? "50";
const test = "apps/server/src/domains/refunds/refund-races.test.ts";
const run = spawnSync(
  "npx",
  ["vitest", "run", "--project", "server", test, "--testTimeout=3600000"],
  {
    stdio: "inherit",
    env: { ...process.env, ORDER_RACES: rounds },
  },
);
process.exitCode = run.status ?? 1;
