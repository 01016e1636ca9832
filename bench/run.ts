import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { measureBackground } from "./background.ts";
import { measureCheckout } from "./checkout.ts";
import { measureEventLoop } from "./event-loop.ts";
import { measureJobs } from "./jobs.ts";
import { measureOrders } from "./orders.ts";
import { measurePages } from "./pages.ts";
import { type BenchServer, startBenchServer } from "./bench-server.ts";
import { measurePrices } from "./prices.ts";
import { measureReads } from "./reads.ts";
import { measureScale } from "./scale.ts";
import { measureStarts } from "./starts.ts";
import { printTable, type Row } from "./table.ts";

const results = path.join(import.meta.dirname, "../test-results/bench.json");

/**
 * npm run bench: prints each figure with its yardstick from the same run, as a table and as JSON. A missed target
 * doesn't fail the run.
 */
async function main(): Promise<void> {
  const only = new Set(process.argv.slice(2));
  const wanted = (part: string) => only.size === 0 || only.has(part);
  const rows: Row[] = [];
  const add = (more: Row[]) => {
    rows.push(...more);
    printTable(more);
  };
  if (wanted("start")) add(await measureStarts());
  const server = await startBenchServer();
  try {
    for (const [part, measure] of Object.entries(parts))
      if (wanted(part)) add(await measure(server));
  } finally {
    await server.stop();
  }
  await mkdir(path.dirname(results), { recursive: true });
  await writeFile(results, JSON.stringify({ at: new Date().toISOString(), rows }, null, 2));
}

const parts: Record<string, (server: BenchServer) => Promise<Row[]>> = {
  reads: measureReads,
  pages: measurePages,
  orders: measureOrders,
  checkout: measureCheckout,
  prices: measurePrices,
  scale: measureScale,
  "event-loop": measureEventLoop,
  jobs: measureJobs,
  background: measureBackground,
};

await main();
