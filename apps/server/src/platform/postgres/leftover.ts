import { spawnSync } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartupError } from "../startup-error.ts";
import type { Binaries } from "./binaries.ts";
import { errorCode } from "../error-code.ts";
import { isAlive, run } from "./processes.ts";

/** A postmaster's description of itself in its data folder. */
export type PostmasterFile = { pid: number; port: number; ready: boolean };

/** Reads postmaster.pid; undefined if there is none. */
export async function readPostmasterFile(folder: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => "");
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/**
 * Cleans up after a killed server, in a data folder on which we hold the lock: stops a postmaster that is still
 * running, and removes a postmaster.pid whose process id now belongs to another program.
 */
export async function clearLeftover(
  folder: string,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  const left = await readPostmasterFile(folder);
  // If the process is gone, PostgreSQL itself looks for surviving processes and replaces the file.
  if (!left || !isAlive(left.pid)) return;
  if (!(await isPostmasterOf(left.pid, folder))) {
    await rm(path.join(folder, "postmaster.pid"), { force: true });
    return;
  }
  log(`Stopping a PostgreSQL (process ${left.pid}) that a killed server left running`);
  const hasEnded = async () =>
    !isAlive(left.pid) || (await readPostmasterFile(folder))?.pid !== left.pid;
  for (const [signal, seconds] of [
    ["INT", 60],
    ["QUIT", 10],
  ] as const) {
    signalPostmaster(left.pid, signal, binaries);
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await delay(20)) {
      if (await hasEnded()) return;
    }
  }
  throw new StartupError(
    `PostgreSQL in ${folder} (process ${left.pid}) didn't stop. End that process, then start again.`,
  );
}

/**
 * Sends a postmaster INT (fast shutdown) or QUIT (immediate shutdown), also on Windows. Does nothing if it has ended.
 */
export function signalPostmaster(pid: number, signal: "INT" | "QUIT", binaries: Binaries): void {
  if (process.platform === "win32") {
    spawnSync(binaries.pgCtl, ["kill", signal, String(pid)], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if (errorCode(error) !== "ESRCH" && errorCode(error) !== "EPERM") throw error;
  }
}

/**
 * Whether the process is the folder's postmaster. Its id may have been reused by another program, so its working
 * directory or its command is checked.
 */
async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform === "linux") {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => "")) === folder;
  }
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  const { output } =
    process.platform === "win32"
      ? await run("powershell", ["-NoProfile", "-Command", query])
      : await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  return output.includes(folder);
}
