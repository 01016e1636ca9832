import { errorCode } from "../error-code.ts";
import { spawn, type ChildProcess } from "node:child_process";

/** The system account of a child process. */
export type Account = { uid: number; gid: number; name: string };

/** The result of a short-lived program; `code` is -1 if it was killed or could not be started. */
export type Finished = { code: number; output: string };

/** Runs a program to its end and never throws; `output` contains both of its output streams. */
export function run(
  program: string,
  args: string[],
  options: { account?: Account | undefined; cwd?: string } = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...accountIds(options.account),
      cwd: options.cwd,
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const output = collectTail(child);
    child.once("error", (error) => resolve({ code: -1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? -1, output: output() }));
  });
}

/** Keeps the last 8,000 characters of a child's output, for the error message. */
export function collectTail(child: ChildProcess): () => string {
  let tail = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-8000);
    });
  }
  return () => tail;
}

/** The options of `spawn` that run a program as this account; empty for our own account. */
export function accountIds(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/**
 * The environment for PostgreSQL: only variables that any program needs, without PG* variables, our locale or our
 * secrets.
 */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { LC_ALL: "C" };
  for (const name of ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot", "windir"]) {
    if (process.env[name] !== undefined) environment[name] = process.env[name];
  }
  return environment;
}

/** The first line of PostgreSQL's output that gives the reason for a failure, without its prefix. */
export function failureLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const reason = lines.find((line) => /\b(FATAL|PANIC|error): /.test(line));
  const line = reason ?? lines.at(-1) ?? "it gave no reason";
  return line.replace(/^.*?\b(FATAL|PANIC|error): +/, "").trim();
}

/** Whether a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
