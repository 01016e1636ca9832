import type { Pool } from "pg";
import { queryable, sql } from "../database/sql.ts";
import { ApiFailure } from "../errors.ts";

const minute = 60;

/**
 * Counts a call of `bucket` in the running window of so many seconds (an hour at most), for all processes together.
 * Throws RATE_LIMITED past `most`, with the seconds until the next window begins.
 */
export async function countCall(
  pool: Pool,
  bucket: string,
  most: number,
  seconds = minute,
): Promise<void> {
  if (await hasRoom(pool, bucket, most, seconds)) return;
  const wait = seconds === minute ? "a minute" : `up to ${Math.ceil(seconds / minute)} minutes`;
  throw new ApiFailure("RATE_LIMITED", `Too many tries. Wait ${wait} and try again.`, {
    retryAfterSeconds: seconds - (Math.floor(Date.now() / 1000) % seconds),
  });
}

/** Counts as countCall does and says whether the call is within `most`. */
export async function hasRoom(
  pool: Pool,
  bucket: string,
  most: number,
  seconds: number,
): Promise<boolean> {
  const row = await queryable(pool).row<{ calls: number }>(sql`
    insert into shop.rate_limits as r (bucket, window_start, calls)
    values (${bucket}, ${windowOf(seconds)}, 1)
    on conflict (bucket, window_start) do update set calls = r.calls + 1
    returning calls`);
  return (row?.calls ?? 0) <= most;
}

/** Takes back one count of the running window: a try that was right is no guess. */
export async function uncountCall(pool: Pool, bucket: string, seconds = minute): Promise<void> {
  await queryable(pool).run(sql`
    update shop.rate_limits set calls = calls - 1
    where bucket = ${bucket} and window_start = ${windowOf(seconds)} and calls > 0`);
}

function windowOf(seconds: number) {
  return sql`to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int)`;
}
