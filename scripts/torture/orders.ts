// npm run torture -- orders [ROUNDS] [FIRST]: races twenty payments, refunds, shipments and cancellations of one order,
// and checks the invariants after each race. ROUNDS is the number of races: 1,000 by default, which take half an hour.
// FIRST is the seed of the first race: 0 by default. Each later race uses the next seed.
import { spawnSync } from "node:child_process";

const [rounds = "1000", first = "0"] = process.argv.slice(3);
const test = "apps/server/src/domains/refunds/refund-races.test.ts";
const run = spawnSync(
  "npx",
  ["vitest", "run", "--project", "server", test, "--testTimeout=3600000"],
  {
    stdio: "inherit",
    env: { ...process.env, ORDER_RACES: rounds, ORDER_RACES_FROM: first },
  },
);
process.exitCode = run.status ?? 1;
