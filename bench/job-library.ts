// Runs a worker of a job library that we compare with ours, as a separate process: node job-library.ts NAME URL FOLDER.
// The libraries are installed only in FOLDER (npm i pg-boss@12.38 graphile-worker@0.18 pg).
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Pool } from "pg";

type Payload = { n: number };
type Boss = {
  start(): Promise<unknown>;
  createQueue(name: string): Promise<unknown>;
  work(
    name: string,
    options: object,
    run: (jobs: readonly { data: Payload }[]) => Promise<unknown>,
  ): Promise<unknown>;
};
type BossModule = { PgBoss: new (url: string) => Boss };
type GraphileModule = {
  run(options: object): Promise<unknown>;
  runMigrations(options: object): Promise<unknown>;
};

/** Loads a package that is installed in a folder outside the project. */
async function loadFrom<T>(folder: string, name: string): Promise<T> {
  const file = createRequire(path.join(folder, "package.json")).resolve(name);
  return (await import(pathToFileURL(file).href)) as T;
}

/** Creates a library's tables. */
export async function prepareLibrary(name: string, url: string, folder: string): Promise<void> {
  if (name === "graphile-worker") {
    const graphile = await loadFrom<GraphileModule>(folder, name);
    return void (await graphile.runMigrations({ connectionString: url }));
  }
  const { PgBoss } = await loadFrom<BossModule>(folder, name);
  const boss = new PgBoss(url);
  await boss.start();
  for (const queue of ["nothing", "note"]) await boss.createQueue(queue);
  await (boss as unknown as { stop(options: object): Promise<void> }).stop({ graceful: false });
}

if (import.meta.main) {
  const [name = "", url = "", folder = ""] = process.argv.slice(2);
  const pool = new Pool({ connectionString: url, max: 2 });
  const note = ({ n }: Payload) =>
    pool.query("insert into public.job_runs (n, kind) values ($1, 'note')", [n]);
  if (name === "graphile-worker") {
    const graphile = await loadFrom<GraphileModule>(folder, name);
    const taskList = { nothing: async () => {}, note: async (payload: Payload) => note(payload) };
    await graphile.run({
      connectionString: url,
      concurrency: 32,
      taskList,
      logger: undefined,
      noHandleSignals: true,
    });
  } else {
    const { PgBoss } = await loadFrom<BossModule>(folder, name);
    const boss = new PgBoss(url);
    await boss.start();
    const options = { batchSize: 500, pollingIntervalSeconds: 0.5 };
    await boss.work("nothing", options, async () => {});
    await boss.work("note", options, (jobs) => Promise.all(jobs.map(({ data }) => note(data))));
  }
  process.on("SIGTERM", () => process.exit());
  process.on("message", () => process.send?.(process.memoryUsage().rss));
  process.send?.("started");
}
