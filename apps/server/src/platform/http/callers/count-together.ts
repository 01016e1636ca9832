import type { Pool } from "pg";
import { type Queryable, queryable, sql } from "../../database/sql.ts";

/**
 * A call that counts as `weight` calls in the current window of `seconds`. A negative weight takes calls back, down to
 * zero. With a `member`, it counts only if it is that member's first call in the window. A member's name must differ
 * from all bucket names, because both are rows of one table.
 */
export type Counted = { bucket: string; seconds: number; weight: number; member?: string };
/** The count of the bucket after a call, and whether the call was its member's first. */
export type Count = { total: number; isFirst: boolean };
type Waiting = Counted & { resolve: (count: Count) => void; reject: (error: unknown) => void };

/** The maximum number of counting statements that run at once, so that other queries can use the pool's connections. */
const maxStatements = 2;
const maxBuckets = 500;

type Counter = { running: number; waiting: Waiting[] };
const counters = new WeakMap<Pool, Counter>();

/**
 * Counts the call and returns the window's count after it. Calls that arrive while statements are running share the
 * next one. Otherwise, thousands of calls from one address would take all connections to wait for one row's lock.
 */
export function countTogether(pool: Pool, counted: Counted): Promise<Count> {
  const counter = counters.getOrInsertComputed(pool, () => ({ running: 0, waiting: [] }));
  return new Promise((resolve, reject) => {
    counter.waiting.push({ ...counted, resolve, reject });
    if (counter.running < maxStatements) void countWaiting(queryable(pool), counter);
  });
}

async function countWaiting(db: Queryable, counter: Counter): Promise<void> {
  counter.running += 1;
  while (counter.waiting.length > 0) {
    const batch = takeBatch(counter);
    const members = membersOf([...batch.values()].flat());
    try {
      settle(batch, members, await addAll(db, batch, members));
    } catch (error) {
      for (const calls of batch.values()) for (const { reject } of calls) reject(error);
    }
  }
  counter.running -= 1;
}

/**
 * Takes the calls of the first waiting buckets, but only those of one window length per bucket. Windows of two lengths
 * that begin at the same moment share a row, and a statement can't change a row twice.
 */
function takeBatch(counter: Counter): Map<string, Waiting[]> {
  const batch = new Map<string, Waiting[]>();
  const later: Waiting[] = [];
  for (const call of counter.waiting) {
    const [first] = batch.get(call.bucket) ?? [];
    if (first === undefined && batch.size < maxBuckets) batch.set(call.bucket, [call]);
    else if (first?.seconds === call.seconds) batch.get(call.bucket)?.push(call);
    else later.push(call);
  }
  counter.waiting = later;
  return batch;
}

/** A member's calls in a batch. Its first call counts if the row then holds only these calls. */
type Member = { name: string; first: Waiting; calls: number };
/** The rows' counts after a statement, by their names. */
type Counts = { buckets: ReadonlyMap<string, number>; members: ReadonlyMap<string, number> };
type Row = { name: string; calls: number; isMember: boolean };

/**
 * Adds the calls in one statement, so that the second of two concurrent calls of a member sees the first's count. To
 * avoid deadlocks, locks the members' rows before the buckets', each in order of name.
 */
async function addAll(
  db: Queryable,
  batch: ReadonlyMap<string, readonly Waiting[]>,
  members: readonly Member[],
): Promise<Counts> {
  const buckets = [...batch].map(([bucket, calls]) => ({
    bucket,
    seconds: calls[0]?.seconds,
    weight: calls.reduce((sum, { member, weight }) => sum + (member === undefined ? weight : 0), 0),
  }));
  const rows = await db.rows<Row>(sql`
    with m as (
      select * from unnest(${members.map(({ name }) => name)}::text[], ${members.map(({ calls }) => calls)}::int[],
        ${members.map(({ first }) => first.bucket)}::text[], ${members.map(({ first }) => first.seconds)}::int[],
        ${members.map(({ first }) => first.weight)}::int[]) m (name, calls, bucket, seconds, weight)
    ), seen as (
      insert into shop.rate_limits as s (bucket, window_start, calls)
      select m.name, to_timestamp(floor(extract(epoch from now()) / m.seconds) * m.seconds), m.calls
      from m order by m.name
      on conflict (bucket, window_start) do update set calls = s.calls + excluded.calls
      returning bucket as name, calls
    ), new as (
      select m.bucket, sum(m.weight)::int as weight from m join seen using (name, calls) group by m.bucket
    ), counted as (
      insert into shop.rate_limits as r (bucket, window_start, calls)
      select c.bucket, to_timestamp(floor(extract(epoch from now()) / c.seconds) * c.seconds), c.weight + coalesce(new.weight, 0)
      from unnest(${buckets.map(({ bucket }) => bucket)}::text[], ${buckets.map(({ seconds }) => seconds)}::int[],
        ${buckets.map(({ weight }) => weight)}::int[]) c (bucket, seconds, weight)
      left join new on new.bucket = c.bucket
      where c.weight + coalesce(new.weight, 0) >= 0 or exists (
        select from shop.rate_limits o
        where o.bucket = c.bucket
          and o.window_start = to_timestamp(floor(extract(epoch from now()) / c.seconds) * c.seconds))
      order by c.bucket
      on conflict (bucket, window_start) do update set calls = greatest(0, r.calls + excluded.calls)
      returning bucket, calls
    )
    select bucket as name, calls, false as "isMember" from counted
    union all
    select name, calls, true from seen`);
  const countsOf = (isMember: boolean) =>
    new Map(
      rows.filter((row) => row.isMember === isMember).map(({ name, calls }) => [name, calls]),
    );
  return { buckets: countsOf(false), members: countsOf(true) };
}

/** The members of these calls, each with its first call and the number of its calls. */
function membersOf(calls: readonly Waiting[]): Member[] {
  const members = new Map<string, Member>();
  for (const call of calls) {
    if (call.member === undefined) continue;
    const known = members.get(call.member);
    const { first, calls: before } = known ?? { first: call, calls: 0 };
    members.set(call.member, { name: call.member, first, calls: before + 1 });
  }
  return [...members.values()];
}

/** Resolves each call with the count that it would have got if the calls had been counted one after the other. */
function settle(
  batch: ReadonlyMap<string, readonly Waiting[]>,
  members: readonly Member[],
  counts: Counts,
): void {
  const isNew = ({ name, calls }: Member) => counts.members.get(name) === calls;
  const firsts = new Set(members.filter(isNew).map(({ first }) => first));
  const weightOf = (call: Waiting) =>
    call.member === undefined || firsts.has(call) ? call.weight : 0;
  for (const [bucket, calls] of batch) {
    let total = calls.reduce(
      (rest, call) => rest - weightOf(call),
      counts.buckets.get(bucket) ?? 0,
    );
    for (const call of calls) {
      total += weightOf(call);
      call.resolve({ total, isFirst: firsts.has(call) });
    }
  }
}
