import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { endWorkerProcess } from "./worker-processes.ts";

export type JobTorture = {
  admin: Pool;
  storeId: string;
  /** The id of a second store. */
  otherId: string;
  /** Starts a worker process, which begins to run jobs when it gets the message "work". */
  prepareWorker: () => Promise<ChildProcess>;
};

/** Number of workers that have been started and wait to replace killed ones. */
const spareWorkers = 8;

/**
 * Adds jobs for three workers. Half of the jobs have an effect in their transaction, and half outside it. Every
 * `everyMs` milliseconds, kills the oldest worker and replaces it with a waiting one, if one is ready. Returns the
 * problems that were found, the numbers of killed workers and of repeated runs, and the seconds that all of it took.
 */
export async function killWorkers(
  { admin, storeId, prepareWorker }: JobTorture,
  count: number,
  everyMs: number,
  longestMs: number,
): Promise<{ problems: string[]; kills: number; repeated: number; seconds: number }> {
  await admin.query(
    `insert into shop.jobs (kind, lane, store_id, payload)
     select case when n % 2 = 0 then 'test.effect' else 'test.outside' end, 'lane ' || n % 10, $1::uuid, jsonb_build_object('n', n)
     from generate_series(1, $2::int) n order by n`,
    [storeId, count],
  );
  const spares = await Promise.all(Array.from({ length: 3 + spareWorkers }, prepareWorker));
  const workers = spares.splice(0, 3);
  for (const worker of workers) worker.send("work");
  const changes: Promise<unknown>[] = [];
  const began = performance.now();
  let kills = 0;
  const clock = setInterval(() => {
    const next = spares.shift();
    if (next === undefined) return;
    const victim = workers.shift();
    next.send("work");
    workers.push(next);
    kills += 1;
    if (victim !== undefined) changes.push(endWorkerProcess(victim, "SIGKILL"));
    changes.push(prepareWorker().then((spare) => spares.push(spare)));
  }, everyMs);
  while ((await waiting(admin)) > 0 && performance.now() - began < longestMs) await sleep(50);
  clearInterval(clock);
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(changes);
  await Promise.all([...workers, ...spares].map((worker) => endWorkerProcess(worker)));
  const { rows } = await admin.query<{ problem: string }>(
    `select 'jobs that are left: ' || count(*) as problem from shop.jobs where kind like 'test.%' having count(*) > 0
     union all
     select 'effect ' || n || ' was written ' || count(e.n) || ' times' from generate_series(2, $1::int, 2) n
       left join public.job_effects e using (n) group by n having count(e.n) <> 1
     union all
     select 'job ' || n || ' has not run' from generate_series(1, $1::int, 2) n
       where not exists (select from public.job_runs r where r.n = n.n and r.kind = 'outside')
     limit 20`,
    [count],
  );
  const runs = await admin.query<{ repeated: number }>(
    "select (count(*) - count(distinct n))::int as repeated from public.job_runs",
  );
  const problems = rows.map(({ problem }) => problem);
  return { problems, kills, repeated: runs.rows[0]?.repeated ?? 0, seconds };
}

/**
 * Returns how many seconds it takes until a store's only job has run, if it was added after `count` jobs of another
 * store.
 */
export async function delayBehind(torture: JobTorture, count: number): Promise<number> {
  const { admin, storeId, otherId } = torture;
  await admin.query("delete from public.job_runs");
  await add(admin, "test.outside", storeId, storeId, 1, count);
  const worker = await startWorker(torture);
  const began = performance.now();
  await add(admin, "test.outside", otherId, otherId, 1_000_000, 1_000_000);
  await until(admin, 1_000_000);
  const seconds = (performance.now() - began) / 1000;
  await endWorkerProcess(worker);
  return seconds;
}

/**
 * Returns how many seconds each of several sequential deliveries to a working endpoint takes while `dead` deliveries to
 * a dead endpoint are waiting. The times are sorted, shortest first.
 */
export async function deliveriesBeside(
  torture: JobTorture,
  dead: number,
  deliveries: number,
): Promise<number[]> {
  const { admin, storeId } = torture;
  await admin.query("delete from shop.jobs where kind like 'test.%'; delete from public.job_runs");
  if (dead > 0) await add(admin, "test.delivery", storeId, "dead", -dead, -1);
  const worker = await startWorker(torture);
  const seconds: number[] = [];
  for (let n = 1; n <= deliveries; n += 1) {
    const began = performance.now();
    await add(admin, "test.delivery", storeId, "alive", n, n);
    await until(admin, n);
    seconds.push((performance.now() - began) / 1000);
  }
  await endWorkerProcess(worker);
  await admin.query("delete from shop.jobs where kind like 'test.%'");
  return seconds.toSorted((a, b) => a - b);
}

async function startWorker({ prepareWorker }: JobTorture): Promise<ChildProcess> {
  const worker = await prepareWorker();
  worker.send("work");
  return worker;
}

async function add(
  admin: Pool,
  kind: string,
  storeId: string,
  lane: string,
  from: number,
  to: number,
): Promise<void> {
  await admin.query(
    `insert into shop.jobs (kind, lane, store_id, payload)
     select $1, $2, $3::uuid, jsonb_build_object('n', n) from generate_series($4::int, $5::int) n order by n`,
    [kind, lane, storeId, from, to],
  );
  await admin.query("notify jobs");
}

async function until(admin: Pool, n: number): Promise<void> {
  const hasRun = async () =>
    (await admin.query("select from public.job_runs where n = $1", [n])).rowCount !== 0;
  while (!(await hasRun())) await sleep(5);
}

async function waiting(admin: Pool): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    "select count(*)::int as n from shop.jobs where kind like 'test.%'",
  );
  return rows[0]?.n ?? 0;
}
