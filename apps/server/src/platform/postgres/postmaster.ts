import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import type { Binaries } from "./binaries.ts";
import { clearLeftover, readPostmasterFile, signalPostmaster } from "./leftover.ts";
import type { Place } from "./place.ts";
import { accountIds, cleanEnvironment, collectTail, failureLine } from "./processes.ts";
import { memorySettings, SETTINGS, settingArguments } from "./settings.ts";

const LONGEST_PAUSE_MS = 5000;
const LIVED_WELL_MS = 30_000;
const STOP_PATIENCE_MS = 60_000;

export type PostmasterOptions = {
  place: Place;
  binaries: Binaries;
  flags: string[];
  log: (line: string) => void;
};

/** A postmaster that is restarted on the same port whenever it ends unexpectedly. */
export type SupervisedPostmaster = { port: number; stop: () => Promise<void> };

/** Starts a postmaster and supervises it. If it can't be started, throws an Error with PostgreSQL's own reason. */
export async function supervisePostmaster(
  options: PostmasterOptions,
): Promise<SupervisedPostmaster> {
  const { place, binaries, log } = options;
  let child: ChildProcess | undefined;
  let restart: Promise<void> | undefined;
  const stopping = new AbortController();

  const interrupt = () => {
    if (child?.pid && isRunning(child)) signalPostmaster(child.pid, "INT", binaries);
  };
  async function launch(port: number): Promise<void> {
    await clearLeftover(place.folder, binaries, log);
    if (stopping.signal.aborted) throw new Error("it is being stopped");
    child = await spawnPostmaster(options, port);
    const begun = Date.now();
    const output = collectTail(child);
    await untilReady(child, place.folder, output, log);
    child.once("exit", (code, signal) => {
      if (stopping.signal.aborted) return;
      const reason = signal ?? `code ${code}`;
      restart = startAgain(port, reason, Date.now() - begun > LIVED_WELL_MS);
    });
  }
  let wait = 0;
  async function startAgain(port: number, reason: string, livedWell: boolean): Promise<void> {
    if (livedWell) wait = 0;
    let logged = "";
    while (!stopping.signal.aborted) {
      if (reason !== logged) log(`PostgreSQL stopped unexpectedly (${reason}). Starting it again.`);
      logged = reason;
      await delay(wait, undefined, { signal: stopping.signal }).catch(() => {});
      wait = Math.min(Math.max(wait * 2, 100), LONGEST_PAUSE_MS);
      try {
        await launch(port);
        log("PostgreSQL is running again");
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }

  // An uncaught error or process.exit() must not leave PostgreSQL running. A kill -9 still does.
  process.on("exit", interrupt);
  const port = await firstLaunch(launch).catch((error: unknown) => {
    process.off("exit", interrupt);
    throw error;
  });
  return {
    port,
    async stop() {
      stopping.abort();
      interrupt();
      await restart;
      if (child) await untilEnded(child, binaries);
      process.off("exit", interrupt);
    },
  };
}

/**
 * Launches a postmaster on a free port, and returns the port. Makes up to 20 attempts, because another program may take
 * the port first, or processes of a dead postmaster may still be running.
 */
async function firstLaunch(launch: (port: number) => Promise<void>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    try {
      await launch(port);
      return port;
    } catch (error) {
      const passes =
        error instanceof Error && /TCP\/IP sockets|shared memory block/.test(error.message);
      if (!passes || attempt === 20) throw error;
      await delay(250);
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

async function spawnPostmaster(
  { place, binaries, flags }: PostmasterOptions,
  port: number,
): Promise<ChildProcess> {
  const settings = { ...SETTINGS, ...(await memorySettings()), port };
  const child = spawn(
    binaries.postgres,
    ["-D", place.folder, ...settingArguments(settings), ...flags],
    {
      ...accountIds(place.account),
      cwd: place.folder,
      env: cleanEnvironment(),
      stdio: ["ignore", "ignore", "pipe"],
      // In its own process group: Ctrl+C in the terminal must not stop it before requests drain.
      detached: true,
      windowsHide: true,
    },
  );
  // Without a listener, the error of a failed spawn would end our process. untilReady() reports it.
  child.on("error", () => {});
  return child;
}

async function untilReady(
  child: ChildProcess,
  folder: string,
  output: () => string,
  log: (line: string) => void,
): Promise<void> {
  const failed = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", () => {
      // Waits for the pipe to close, so that the last output is included, but at most 500 ms, because a surviving child
      // process may keep the pipe open.
      const lastWords = Promise.race([once(child, "close"), delay(500)]);
      void lastWords.finally(() => reject(new Error(failureLine(output()))));
    });
  });
  failed.catch(() => {});
  let logAt = Date.now() + 5000;
  for (;;) {
    const state = await Promise.race([readPostmasterFile(folder), failed]);
    if (state?.ready && state.pid === child.pid && isRunning(child)) return;
    if (Date.now() > logAt) {
      log("PostgreSQL is still starting. After a crash it first recovers its data.");
      logAt = Infinity;
    }
    await Promise.race([delay(10), failed]);
  }
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function untilEnded(child: ChildProcess, binaries: Binaries): Promise<void> {
  if (!child.pid || !isRunning(child)) return;
  const ended = once(child, "exit");
  signalPostmaster(child.pid, "INT", binaries);
  const impatience = setTimeout(
    () => signalPostmaster(child.pid ?? 0, "QUIT", binaries),
    STOP_PATIENCE_MS,
  );
  await ended;
  clearTimeout(impatience);
}
