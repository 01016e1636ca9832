import { spawn, type ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

/** The system account a child runs as; undefined means our own. */
export type Account = { uid: number; gid: number; name: string };

/** How a short-lived program ended: `code` is -1 when it could not be started at all. */
export type Finished = { code: number; output: string };

/** Runs a program to its end, never throws; `output` is what it wrote on both streams. */
export function run(
  program: string,
  args: string[],
  options: { account?: Account | undefined; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...accountIds(options.account),
      cwd: options.cwd,
      env: { ...cleanEnvironment(), ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const output = collectTail(child);
    child.once("error", (error) => resolve({ code: -1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? -1, output: output() }));
  });
}

/** Keeps the last 8,000 characters of what a child writes, for the message if it fails. */
export function collectTail(child: ChildProcess): () => string {
  let tail = "";
  for (const stream of [child.stdout, child.stderr] as (Readable | null)[]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-8000);
    });
  }
  return () => tail;
}

/** `spawn`'s uid and gid for an account; empty for our own. */
export function accountIds(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** No PG* variable, locale or secret of ours reaches PostgreSQL, only what a program needs to run. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "SYSTEMROOT", "windir"];
  const environment: NodeJS.ProcessEnv = { LC_ALL: "C" };
  for (const name of kept) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return environment;
}

/** The line of PostgreSQL's output that says why it failed. */
export function failureLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const told = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line));
  const error = lines.findLast((line) => /\berror:/i.test(line));
  return (told ?? error ?? lines.at(-1) ?? "no message").replace(
    /^.*?\b(FATAL|PANIC|error): +/i,
    "",
  );
}
