import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { readConfig } from "./platform/config.ts";
import { StartupError } from "./platform/startup-error.ts";
import { type RunningServer, type Seed, type StartOptions, startServer } from "./start-server.ts";

const root = path.join(import.meta.dirname, "../../..");
const longestStopMs = 20_000;
const impatientMs = 1000;
const hasLauncher = process.connected;

/**
 * node main.ts [--role web|worker] [--seed MODULE] [--wait-for-pages]: the whole server; settings come from the
 * environment. It waits for pages where its launcher is building them.
 */
async function main(): Promise<void> {
  const began = performance.now();
  const values = readArguments();
  const config = readConfig(process.env, root);
  const pages = values["wait-for-pages"] === true ? pagesOfLauncher() : Promise.resolve();
  const server = await startServer(config, {
    role: roleOf(values.role),
    seed: values.seed === undefined ? null : seedOf(values.seed),
    pages,
    say,
  });
  stopOnSignal(server);
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

/** Resolves when the launcher has built the pages. Rejects where it could not, or is gone. */
function pagesOfLauncher(): Promise<void> {
  const pages = new Promise<void>((resolve, reject) => {
    const gone = () => reject(new StartupError("The launcher ended before the pages were built."));
    process.once("message", (word: Word) => {
      process.off("disconnect", gone);
      if (word.pages === "built") resolve();
      else reject(new StartupError(word.why));
    });
    if (process.connected) process.once("disconnect", gone);
    else gone();
  });
  // Looked at when the database is ready; until then a failure waits.
  pages.catch(() => {});
  return pages;
}

/** The demo is handed in by whoever starts the server: nothing here knows of it. Loaded only where a database is empty. */
function seedOf(module: string): Seed {
  return async (options) => {
    const file = pathToFileURL(path.resolve(root, module)).href;
    const { seed } = (await import(file)) as { seed: Seed };
    return seed(options);
  };
}

/**
 * The first signal lets requests end; another one some seconds later, or twenty seconds, ends them. A terminal's Ctrl+C
 * reaches this process twice, by itself and by the launcher. A launcher that was killed ends us too.
 */
function stopOnSignal(server: RunningServer): void {
  let began: number | null = null;
  const stop = () => {
    if (began !== null) {
      if (performance.now() - began > impatientMs) process.exit(1);
      return;
    }
    began = performance.now();
    setTimeout(() => process.exit(1), longestStopMs).unref();
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  process.on("disconnect", stop);
  // It may have gone while we were starting.
  if (hasLauncher && !process.connected) stop();
}

function fail(error: unknown): never {
  process.stderr.write(
    `${error instanceof StartupError ? error.message : String((error as Error).stack)}\n`,
  );
  process.exit(1);
}

main().catch(fail);
