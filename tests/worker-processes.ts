import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { root } from "./repository-files.ts";

/** The same folder as in scripts/pinned-node.mjs. With the cache, workers start faster. */
const compileCache = path.join(root, "node_modules/.cache/node");
const program = path.join(import.meta.dirname, "job-worker.ts");

/**
 * Starts a worker process (job-worker.ts) on a database whose roles have the given prefix. The worker begins to run
 * jobs when it gets the message "work".
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

/** Starts a worker process that runs jobs immediately. */
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
