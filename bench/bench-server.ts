import { type ChildProcess, fork } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { buildStorefront } from "../scripts/build-storefront.mjs";
import { findRunningPostgres } from "../apps/server/src/platform/postgres/find-running-postgres.ts";

const root = path.join(import.meta.dirname, "..");

/** A user with all permissions on the benchmarked server. */
export const benchAdmin = { email: "bench@example.com", password: "sixteen at once" };

export type BenchServer = {
  origin: string;
  dataDir: string;
  /** postgres:// URL of the server's database. */
  databaseUrl: string;
  pid: number;
  stop(): Promise<void>;
};

/** Builds the pages, and starts the server with the demo stores as a separate process with an empty data folder. */
export async function startBenchServer(): Promise<BenchServer> {
  await buildStorefront();
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const child = launch(dataDir, port);
  const origin = `http://localhost:${port}`;
  await answers(`${origin}/health/check`, child);
  const adminUrl = await findRunningPostgres(dataDir);
  if (adminUrl === undefined || child.pid === undefined)
    throw new Error("the server has no database");
  return {
    origin,
    dataDir,
    databaseUrl: adminUrl.replace(/\/postgres$/, "/vetrina"),
    pid: child.pid,
    async stop() {
      await ended(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function launch(dataDir: string, port: number): ChildProcess {
  return run(["apps/server/src/main.ts", "--seed", "demo/seed.ts"], dataDir, port);
}

/** Starts the server as npm start does, and also builds the pages if necessary. */
export function launchAsPeopleDo(dataDir: string, port: number): ChildProcess {
  return run(["scripts/start.mjs"], dataDir, port);
}

function run([file = "", ...args]: string[], dataDir: string, port: number): ChildProcess {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: "0",
    ADMIN_EMAIL: benchAdmin.email,
    ADMIN_PASSWORD: benchAdmin.password,
    LOG_LEVEL: "silent",
  };
  return fork(path.join(root, file), args, { cwd: root, env, stdio: "ignore" });
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "vetrina-bench-"));
  await chmod(folder, 0o711);
  return folder;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

/** Returns the milliseconds until the URL responds successfully. */
export async function answers(url: string, child: ChildProcess): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < 120_000) {
    if (child.exitCode !== null) throw new Error("the server exited while it was starting");
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return performance.now() - began;
    await wait(20);
  }
  throw new Error(`${url} does not answer`);
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await exit;
}
