import type { Pool } from "pg";
import { queryable, sql } from "../database/sql.ts";
import { ApiFailure } from "../errors.ts";

/** Counts a call of `bucket` in the running minute, for all processes together. Throws RATE_LIMITED past `most`. */
export async function countCall(pool: Pool, bucket: string, most: number): Promise<void> {
  const row = await queryable(pool).row<{ calls: number }>(sql`
    insert into shop.rate_limits as r (bucket, window_start, calls)
    values (${bucket}, date_trunc('minute', now()), 1)
    on conflict (bucket, window_start) do update set calls = r.calls + 1
    returning calls`);
  if ((row?.calls ?? 0) > most)
    throw new ApiFailure("RATE_LIMITED", "Too many tries. Wait a minute and try again.");
}
