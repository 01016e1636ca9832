import type { Pool } from "pg";
import { type Queryable, queryable, sql } from "../../database/sql.ts";
import { ApiFailure } from "../../errors.ts";
import { type Count, countTogether } from "./count-together.ts";

const minute = 60;

/**
 * Counts a call in `bucket` as `weight` calls in the current window of `seconds` (at most an hour), across all
 * processes. Throws RATE_LIMITED above `max`, with the seconds until the next window begins.
 */
export async function countCall(
  pool: Pool,
  bucket: string,
  max: number,
  seconds = minute,
  weight = 1,
): Promise<void> {
  if ((await countHit(pool, bucket, seconds, weight)) <= max) return;
  const wait = seconds === minute ? "a minute" : `up to ${Math.ceil(seconds / minute)} minutes`;
  throw rateLimited(`Too many attempts. Wait ${wait} and try again.`, seconds);
}

/** A RATE_LIMITED error that contains the seconds until the next window begins. */
export function rateLimited(message: string, seconds: number): ApiFailure {
  return new ApiFailure("RATE_LIMITED", message, {
    retryAfterSeconds: seconds - (Math.floor(Date.now() / 1000) % seconds),
  });
}

/** Counts like countCall and returns whether the call is within `max`. */
export async function hasRoom(
  pool: Pool,
  bucket: string,
  max: number,
  seconds: number,
): Promise<boolean> {
  return (await countHit(pool, bucket, seconds)) <= max;
}

/** Counts like countCall and returns the current count of the window. */
export async function countHit(
  pool: Pool,
  bucket: string,
  seconds: number,
  weight = 1,
): Promise<number> {
  return (await countTogether(pool, { bucket, seconds, weight })).total;
}

/** Like countHit, but in a transaction. The bucket's row stays locked until the transaction ends. */
export async function countHitIn(
  db: Queryable,
  bucket: string,
  seconds: number,
  weight: number,
): Promise<number> {
  const row = await db.row<{ calls: number }>(sql`
    insert into shop.rate_limits as r (bucket, window_start, calls)
    values (${bucket}, ${windowOf(seconds)}, ${weight})
    on conflict (bucket, window_start) do update set calls = r.calls + ${weight}::int
    returning calls`);
  return row?.calls ?? 0;
}

/**
 * Counts `member` in `bucket` once per window, however often it is passed. Of two concurrent calls the second sees the
 * first's count. `total`: the number of distinct members.
 */
export function countOnce(
  pool: Pool,
  bucket: string,
  member: string,
  seconds: number,
): Promise<Count> {
  return countTogether(pool, { bucket, seconds, weight: 1, member });
}

/** Marks a bucket for the current window and the next one. */
export async function markBucket(pool: Pool, bucket: string, seconds: number): Promise<void> {
  await countTogether(pool, { bucket, seconds, weight: 1 });
}

export async function isMarked(db: Queryable, bucket: string, seconds: number): Promise<boolean> {
  const row = await db.row(sql`
    select from shop.rate_limits
    where bucket = ${bucket} and window_start >= ${windowOf(seconds)} - ${seconds}::int * interval '1 second'`);
  return row !== undefined;
}

/** Removes one call from the current window's count. Does nothing if the window has no count yet. */
export async function uncountCall(pool: Pool, bucket: string, seconds = minute): Promise<void> {
  await countTogether(pool, { bucket, seconds, weight: -1 });
}

/** Resets the count of the current window. */
export async function clearCount(pool: Pool, bucket: string, seconds: number): Promise<void> {
  await queryable(pool).run(sql`
    delete from shop.rate_limits where bucket = ${bucket} and window_start = ${windowOf(seconds)}`);
}

function windowOf(seconds: number) {
  return sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`;
}
