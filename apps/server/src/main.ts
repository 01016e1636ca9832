import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { readConfig } from "./platform/config.ts";
import { StartupError } from "./platform/startup-error.ts";
import type { Seed, StartOptions } from "./start-server.ts";

const root = path.join(import.meta.dirname, "../../..");
/** Maximum time that stopping may take after DRAIN_SECONDS. */
const longestStopMs = 20_000;
const impatientMs = 1000;
const hasLauncher = process.connected;
let isStopping = false;

/**
 * node main.ts [--role web|worker] [--seed MODULE] [--wait-for-pages]: runs the server with settings from the
 * environment. With --wait-for-pages, it waits until its launcher has built the pages.
 */
async function main(): Promise<void> {
  const began = performance.now();
  const values = readArguments();
  const config = readConfig(process.env, root);
  const role = roleOf(values.role);
  const pages = values["wait-for-pages"] === true ? pagesOfLauncher() : Promise.resolve();
  // Loaded only now, so that a wrong setting is reported immediately.
  const { startServer } = await import("./start-server.ts");
  const server = await startServer(config, {
    role,
    seed: values.seed === undefined ? null : seedOf(values.seed),
    pages,
    say,
    onStoppable: (stop) => stopOnSignal(stop, config.drainSeconds * 1000 + longestStopMs),
  });
  for (const line of server.addresses) say(`  ${line}`);
  say(`  Ready after ${((performance.now() - began) / 1000).toFixed(1)} s. Stop with Ctrl+C.`);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        role: { type: "string" },
        seed: { type: "string" },
        "wait-for-pages": { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new StartupError((error as Error).message.split("\n")[0] ?? "", { cause: error });
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function roleOf(value: string | undefined): StartOptions["role"] {
  if (value === undefined) return "all";
  if (value === "web" || value === "worker") return value;
  throw new StartupError(`--role ${value} is unknown. Use --role web or --role worker.`);
}

type Word = { pages: "built" } | { pages: "failed"; why: string };

/** Resolves when the launcher has built the pages. Rejects if the launcher failed or ended. */
function pagesOfLauncher(): Promise<void> {
  const pages = new Promise<void>((resolve, reject) => {
    const gone = () =>
      reject(new StartupError("The launcher stopped before the pages were built. Start it again."));
    process.once("message", (word: Word) => {
      process.off("disconnect", gone);
      if (word.pages === "built") resolve();
      else reject(new StartupError(word.why));
    });
    if (process.connected) process.once("disconnect", gone);
    else gone();
  });
  // A rejection before the promise is awaited (once the database is ready) must not end the process.
  pages.catch(() => {});
  return pages;
}

/**
 * Returns the function that creates the demo. The launcher passes the path of its module, so that this code doesn't
 * depend on the demo. The module is loaded when the function is called.
 */
function seedOf(module: string): Seed {
  return async (options) => {
    const file = pathToFileURL(path.resolve(root, module)).href;
    const { seed } = (await import(file)) as { seed: Seed };
    return seed(options);
  };
}

/**
 * Stops the process at a signal, or if the launcher is killed. The first signal lets requests finish. A further signal
 * after more than a second, or a stop that takes too long, ends the process at once. Signals within the first second
 * are ignored, because Ctrl+C arrives twice: from the terminal and from the launcher.
 */
function stopOnSignal(stop: () => Promise<void>, longestMs: number): void {
  let began: number | null = null;
  const onSignal = () => {
    if (began !== null) {
      if (performance.now() - began > impatientMs) process.exit(1);
      return;
    }
    began = performance.now();
    isStopping = true;
    setTimeout(() => process.exit(1), longestMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  process.on("disconnect", onSignal);
  // The launcher may have ended during startup.
  if (hasLauncher && !process.connected) onSignal();
}

function fail(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
}

main().catch((error: unknown) => {
  // If the process is told to stop while it is starting, a startup error does not matter.
  if (!isStopping) fail(error);
});
