import { type ChildProcess, spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findRunningPostgres } from "../apps/server/src/platform/postgres/find-running-postgres.ts";
import { compileCache, pinnedNode } from "../scripts/pinned-node.mjs";
import { freePort } from "./free-port.ts";
import { newFolder } from "./new-folder.ts";
import { root } from "./repository-files.ts";
import { waitLimit } from "./wait-limit.ts";

/** The real server as a separate process, as if started from a terminal. */
export type Shop = {
  url: string;
  port: number;
  dataDir: string;
  process: ChildProcess;
  /** All output of the server so far. */
  output(): string;
  /** The server's output to standard error so far. */
  errors(): string;
  databaseUrl(): Promise<string>;
  /** Ends the server with a signal, and returns how it ended. */
  end(signal: NodeJS.Signals): Promise<Exit>;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null; seconds: number };

export type ShopOptions = {
  env?: Record<string, string>;
  /** Additional arguments for main.ts. */
  args?: string[];
  /** Whether to start scripts/start.mjs, which also builds the pages if necessary, instead of main.ts. */
  launcher?: boolean;
  port?: number;
  dataDir?: string;
  /** The shop is ready once this URL responds or, if null, once the process prints that it is ready. */
  readyAt?: string | null;
};

/** The developer's environment variables that a test's server inherits. It gets no others. */
const inherited = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "LANG", "SYSTEMROOT", "LOCALAPPDATA"];

export const newDataDir = () => newFolder("vetrina-shop-");

export function removeDataDir(dataDir: string): Promise<void> {
  return rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

/** Starts the shop without waiting until it is ready, for starts that are expected to fail. */
export async function spawnShop(options: ShopOptions): Promise<Shop> {
  const { env = {}, args = [], launcher = false } = options;
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await newDataDir());
  const command = launcher
    ? [path.join(root, "scripts/start.mjs"), ...args]
    : [path.join(root, "apps/server/src/main.ts"), ...args];
  const child = spawn(pinnedNode, command, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...Object.fromEntries(inherited.flatMap((name) => pick(name))),
      NODE_ENV: "production",
      NODE_COMPILE_CACHE: compileCache,
      RATE_LIMITS: "0",
      LOG_LEVEL: "warn",
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
  });
  const written = { output: "", errors: "" };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      written.output += text;
      if (stream === child.stderr) written.errors += text;
    });
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    process: child,
    output: () => written.output,
    errors: () => written.errors,
    async databaseUrl() {
      const url = env["DATABASE_URL"] ?? (await findRunningPostgres(dataDir));
      if (url === undefined) throw new Error("the shop's database isn't running");
      return env["DATABASE_URL"] ?? url.replace(/\/postgres$/, "/vetrina");
    },
    async end(signal) {
      const began = performance.now();
      child.kill(signal);
      const exit = await exitOf(child);
      return { ...exit, seconds: (performance.now() - began) / 1000 };
    },
  };
}

function pick(name: string): [string, string][] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}

/** Starts the shop and waits until it is ready. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const shop = await spawnShop(options);
  const { readyAt = "/health/check" } = options;
  for (const until = Date.now() + waitLimit; ; await delay(50)) {
    if (hasEnded(shop.process)) throw new Error(`the shop did not start:\n${shop.output()}`);
    if (
      readyAt === null ? shop.output().includes("Ready after") : await answers(shop.url + readyAt)
    )
      return shop;
    if (Date.now() > until) {
      await shop.end("SIGKILL");
      throw new Error(`the shop was not ready in time:\n${shop.output()}`);
    }
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function exitOf(
  child: ChildProcess,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  if (!hasEnded(child)) await new Promise((resolve) => child.once("close", resolve));
  return { code: child.exitCode, signal: child.signalCode };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
