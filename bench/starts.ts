import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { answers, ended, freePort, launchAsPeopleDo, temporaryFolder } from "./bench-server.ts";
import { perSecond } from "./load.ts";
import type { Row } from "./table.ts";

const built = path.join(import.meta.dirname, "../apps/storefront/build");

/**
 * Measures the time from starting the process to the first page: first on an empty data folder without a build, then on
 * the same folder with the build. Also measures the server's memory.
 */
export async function measureStarts(): Promise<Row[]> {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const page = `http://localhost:${port}/`;
  await rm(built, { recursive: true, force: true });
  const first = launchAsPeopleDo(dataDir, port);
  const firstMs = await answers(page, first);
  await ended(first);
  const second = launchAsPeopleDo(dataDir, port);
  const secondMs = await answers(page, second);
  const server = await childOf(second.pid);
  const idle = await megabytes(server);
  await perSecond(page, 5);
  const loaded = await megabytes(server);
  await ended(second);
  await rm(dataDir, { recursive: true, force: true });
  const row = { yardstick: null, against: "the process itself" };
  return [
    {
      ...row,
      what: "First start to the first page, built and seeded",
      ours: firstMs / 1000,
      unit: "s",
      reach: 10,
    },
    { ...row, what: "Second start to the first page", ours: secondMs / 1000, unit: "s", reach: 2 },
    { ...row, what: "Memory after the first page", ours: idle, unit: "MB", reach: 150 },
    { ...row, what: "Memory under load of pages", ours: loaded, unit: "MB", reach: 350 },
  ];
}

/** The process id of the server that npm start has started; undefined except on Linux. */
async function childOf(pid: number | undefined): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const first = /\d+/.exec(children)?.[0];
  return first === undefined ? undefined : Number(first);
}

/** The process's resident memory in MiB; NaN except on Linux. */
async function megabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
