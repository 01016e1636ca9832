import path from "node:path";
import { parseArgs } from "node:util";
import { createJobs } from "../jobs.ts";
import { readConfig } from "../platform/config.ts";
import { type FailedJob, readFailedJobs, retryJob } from "../platform/jobs/retry-job.ts";
import { StartupError } from "../platform/startup-error.ts";
import { openServices } from "./open-services.ts";
import { runCommand, say, write } from "./run-command.ts";

const root = path.join(import.meta.dirname, "../../../..");
const maxShown = 1000;
const maxRetried = 100_000;

const help = `Lists the background jobs that the worker gave up on, or lets them run again.

  npm run jobs                        lists them, the newest first
  npm run jobs -- retry ID...         lets these run again
  npm run jobs -- retry --kind KIND   lets all of a kind run again

It can run while the server runs, and uses the same settings: DATA_DIR, DATABASE_URL, SECRET_KEY.
`;

async function main(): Promise<number> {
  const { values, positionals } = parse(process.argv.slice(2));
  if (values.help === true) {
    await write(help);
    return 0;
  }
  const [command, ...ids] = positionals;
  if (command !== undefined && command !== "retry")
    throw new StartupError(`Unknown command ${command}. Usage: npm run jobs -- retry ID`);
  if (command === "retry" && ids.length === 0 && values.kind === undefined)
    throw new StartupError(
      "Add the ids of the jobs, or --kind KIND. To list failed jobs, run npm run jobs.",
    );
  const { services, close } = await openServices(readConfig(process.env, root), say);
  try {
    const failed = await readFailedJobs(services, command === undefined ? maxShown : maxRetried);
    if (command === undefined) {
      await write(
        failed.length === 0 ? "There are no failed jobs.\n" : failed.map(lineOf).join(""),
      );
      return 0;
    }
    const chosen = failed.filter(({ id, kind }) => kind === values.kind || ids.includes(`${id}`));
    for (const job of chosen) await retryJob(services, createJobs(), job);
    await write(`Jobs that will run again: ${chosen.length}\n`);
    const missing = ids.filter((id) => !chosen.some((job) => `${job.id}` === id));
    if (missing.length > 0) await write(`Not among the failed jobs: ${missing.join(", ")}\n`);
    return chosen.length > 0 && missing.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
}

function lineOf({ id, kind, storeId, attempts, lastError, failedAt }: FailedJob): string {
  const of = storeId === null ? "" : ` store ${storeId}`;
  return `${id} ${failedAt.toISOString()} ${kind}${of} attempts: ${attempts} ${lastError ?? ""}\n`;
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { kind: { type: "string" }, help: { type: "boolean" } },
    });
  } catch (error) {
    throw new StartupError((error as Error).message, { cause: error });
  }
}

await runCommand(main, "the command");
