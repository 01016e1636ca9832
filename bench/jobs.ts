import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { workerTables } from "../tests/job-worker.ts";
import { endWorkerProcess, startWorkerProcess } from "../tests/worker-processes.ts";
import type { BenchServer } from "./bench-server.ts";
import { prepareLibrary } from "./job-library.ts";
import { median } from "./load.ts";
import type { Row } from "./table.ts";

const rounds = 3;
const seconds = 2;
const connections = 8;
const manyJobs = 5000;
const singleJobs = 400;
const idleSeconds = 10;

/** A queue to compare. `add` returns SQL that adds a job with the number $1, and `left` is SQL that counts the jobs. */
type Queue = {
  name: string;
  add: (kind: "nothing" | "note") => string;
  left: string;
  /** SQL that wakes the workers. Run after the commit. */
  announce?: string;
  start: () => Promise<ChildProcess>;
};

/**
 * Compares our queue with a plain insert, and with the libraries installed in the folder JOB_LIBRARIES (see
 * job-library.ts). The project doesn't depend on these.
 */
export async function measureJobs(server: BenchServer): Promise<Row[]> {
  const pool = new Pool({ connectionString: server.databaseUrl, max: connections });
  await pool.query(`${workerTables}; create table public.plain (n int, at timestamptz default now());
    grant all on public.job_runs, public.job_effects to vetrina_worker`);
  const own = await ours(server);
  const queues = [own, ...(await libraries(server))];
  const rows: Row[] = await measureRecovery(own, pool);
  for (const queue of queues) rows.push(...(await measure(queue, pool)));
  await pool.end();
  return rows;
}

async function measure(queue: Queue, pool: Pool): Promise<Row[]> {
  const { name } = queue;
  const row = (what: string, value: number, unit: string, more: Partial<Row> = {}): Row => ({
    what: `${name}: ${what}`,
    ours: value,
    yardstick: null,
    unit,
    reach: Infinity,
    against: "nothing",
    ...more,
  });
  const [plain, added]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const [none, one] = [
      await transactions(pool, null),
      await transactions(pool, queue.add("nothing")),
    ];
    // The first round only warms up both sides.
    if (round > 0) {
      plain.push(none);
      added.push(one);
    }
  }
  await pool.query(queue.left.replace("select count(*)::int as n", "delete"));
  const found = [
    row("changes that enqueue", median(added), "/s", {
      yardstick: median(plain),
      reach: 0.5,
      against: "the same change without a job",
    }),
  ];
  for (const workers of [1, 2])
    found.push(
      row(`small jobs, workers: ${workers}`, await jobsPerSecond(queue, pool, workers), "/s"),
    );
  const worker = await queue.start();
  const delays = await delaysOf(queue, pool);
  found.push(row("delay, p50", delays[Math.ceil(0.5 * singleJobs) - 1] ?? 0, "ms"));
  found.push(
    row(`delay, p99 of ${singleJobs}`, delays[Math.ceil(0.99 * singleJobs) - 1] ?? 0, "ms"),
  );
  found.push(row("statements while idle", await idleStatements(pool), "/s"));
  worker.send("memory");
  const [rss] = (await once(worker, "message")) as [number];
  found.push(row("memory of a worker", rss / 1e6, "MB"));
  await endWorkerProcess(worker);
  return found;
}

/**
 * Measures the seconds until a job runs again after its worker was killed, and after its worker hung with a lease of 5
 * s.
 */
async function measureRecovery({ start }: Queue, pool: Pool): Promise<Row[]> {
  const unlike = { yardstick: null, unit: "s", against: "nothing" };
  const add = (n: number) =>
    pool.query(
      `insert into shop.jobs (kind, lane, payload) values ('test.hang', 'hang', jsonb_build_object('n', $1::int))`,
      [n],
    );
  const runs = async (n: number, times: number) => {
    const count = async () =>
      (await pool.query("select from public.job_runs where n = $1 and kind = 'hang'", [n]))
        .rowCount ?? 0;
    while ((await count()) < times) await sleep(10);
  };
  const killed = await start();
  await add(1);
  await runs(1, 1);
  const other = await start();
  let began = performance.now();
  await endWorkerProcess(killed, "SIGKILL");
  await runs(1, 2);
  const afterKill = (performance.now() - began) / 1000;
  await add(2);
  await runs(2, 1);
  began = performance.now();
  await runs(2, 2);
  const afterHang = (performance.now() - began) / 1000;
  await endWorkerProcess(other, "SIGKILL");
  return [
    { what: "ours: runs again after kill -9", ours: afterKill, reach: 60, ...unlike },
    { what: "ours: runs again after a hang, lease 5 s", ours: afterHang, reach: 60, ...unlike },
  ];
}

/** Measures transactions per second. `add` is SQL that also adds a job in each transaction. */
async function transactions(pool: Pool, add: string | null): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const loop = async () => {
    const client = await pool.connect();
    while (performance.now() < until) {
      await client.query("begin");
      await client.query("insert into public.plain (n) values (1)");
      if (add !== null) await client.query(add, [1]);
      await client.query("commit");
      done += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return done / seconds;
}

async function jobsPerSecond(queue: Queue, pool: Pool, workers: number): Promise<number> {
  const add = queue.add("nothing");
  await Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      for (let n = i; n < manyJobs; n += connections) await pool.query(add, [n]);
    }),
  );
  const began = performance.now();
  const started = await Promise.all(Array.from({ length: workers }, queue.start));
  let from = performance.now();
  let first = manyJobs;
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(queue.left);
    const left = rows[0]?.n ?? 0;
    // Starting the process isn't part of the queue's work, so the measurement begins when the first job is gone.
    if (left === manyJobs) [from, first] = [performance.now(), left];
    if (left === 0 || performance.now() - began > 60_000) break;
    await sleep(20);
  }
  const rate = (first / (performance.now() - from)) * 1000;
  await Promise.all(started.map((worker) => endWorkerProcess(worker)));
  return rate;
}

/** Returns the milliseconds from the commit to the job's effect, sorted. */
async function delaysOf(queue: Queue, pool: Pool): Promise<number[]> {
  await sleep(2000);
  await pool.query("delete from public.job_runs");
  const sentAt: number[] = [];
  for (let n = 0; n < singleJobs; n += 1) {
    const { rows } = await pool.query<{ at: number }>(
      "select extract(epoch from clock_timestamp())::float * 1000 as at",
    );
    await pool.query(queue.add("note"), [n]);
    if (queue.announce !== undefined) await pool.query(queue.announce);
    sentAt.push(rows[0]?.at ?? 0);
    await sleep(50 + 37 * (n % 7));
  }
  await sleep(3000);
  const { rows } = await pool.query<{ n: number; at: number }>(
    "select n, extract(epoch from min(at))::float * 1000 as at from public.job_runs group by n",
  );
  return rows.map(({ n, at }) => at - (sentAt[n] ?? 0)).toSorted((a, b) => a - b);
}

/** Counts the transactions per second in the database while the processes are idle. */
async function idleStatements(pool: Pool): Promise<number> {
  const count = async () => {
    const { rows } = await pool.query<{ n: number }>(
      "select (xact_commit + xact_rollback)::float as n from pg_stat_database where datname = current_database()",
    );
    return rows[0]?.n ?? 0;
  };
  const before = await count();
  await sleep(idleSeconds * 1000);
  return ((await count()) - before) / idleSeconds;
}

async function ours(server: BenchServer): Promise<Queue> {
  const file = path.join(server.dataDir, "secret.key");
  const secret = Buffer.from((await readFile(file, "utf8")).trim());
  return {
    name: "ours",
    add: (kind) =>
      `insert into shop.jobs (kind, lane, payload) values ('test.${kind === "note" ? "outside" : kind}', 'lane ' || $1::int % 10, jsonb_build_object('n', $1::int))`,
    left: "select count(*)::int as n from shop.jobs where kind = 'test.nothing'",
    announce: "notify jobs",
    start: () => startWorkerProcess(server.databaseUrl, "vetrina", secret),
  };
}

async function libraries({ databaseUrl }: BenchServer): Promise<Queue[]> {
  const folder = process.env["JOB_LIBRARIES"];
  if (folder === undefined) return [];
  const start = (name: string) => async () => {
    const file = path.join(import.meta.dirname, "job-library.ts");
    const child = fork(file, [name, databaseUrl, folder], { stdio: "ignore" });
    await Promise.race([once(child, "message"), once(child, "exit")]);
    return child;
  };
  for (const name of ["pg-boss", "graphile-worker"])
    await prepareLibrary(name, databaseUrl, folder);
  return [
    {
      name: "pg-boss",
      add: (kind) =>
        `insert into pgboss.job (name, data) values ('${kind}', jsonb_build_object('n', $1::int))`,
      left: "select count(*)::int as n from pgboss.job where name = 'nothing' and state < 'completed'",
      start: start("pg-boss"),
    },
    {
      name: "graphile-worker",
      add: (kind) => `select graphile_worker.add_job('${kind}', json_build_object('n', $1::int))`,
      left: "select count(*)::int as n from graphile_worker._private_jobs",
      start: start("graphile-worker"),
    },
  ];
}
