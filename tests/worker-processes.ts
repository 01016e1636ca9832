import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "./repository-files.ts";

/** The same cache as in scripts/pinned-node.mjs. Halves the start time. */
const compileCache = path.join(root, "node_modules/.cache/node");
const program = path.join(import.meta.dirname, "job-worker.ts");

/**
 * Loads a worker process (job-worker.ts) on a database whose roles have the given prefix. It starts to work when it
 * gets the message "work".
 */
export async function prepareWorkerProcess(
  databaseUrl: string,
  roles: string,
  secret: Buffer,
): Promise<ChildProcess> {
  const child = fork(program, [databaseUrl, roles, secret.toString("base64")], {
    stdio: "ignore",
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  await Promise.race([once(child, "message"), once(child, "exit")]);
  return child;
}

/** Starts a worker process. */
export async function startWorkerProcess(
  ...options: Parameters<typeof prepareWorkerProcess>
): Promise<ChildProcess> {
  const child = await prepareWorkerProcess(...options);
  child.send("work");
  return child;
}

export async function endWorkerProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
