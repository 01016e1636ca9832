import type { PoolClient } from "pg";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { onNewDatabase as test } from "#tests/world.ts";
import { queryable, sql } from "../database/sql.ts";
import { type Outcome, workJobs } from "./claim-jobs.ts";
import { addJobs, testJob } from "./jobs.fixture.ts";

test("plans made while the queue was nearly empty don't read all of the thousands that wait later", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const job = testJob(async () => {}, { ofOwner: 4 });
  const others = Array.from({ length: 20 }, (_, i) =>
    testJob(async () => {}, { kind: `other-${i}` }),
  );
  const rooms = [job, ...others].map((each) => ({
    job: each,
    room: 4,
    withLarge: true,
    after: "",
  }));
  const client = await world.admin.connect();
  try {
    const db = queryable(client);
    let outcomes: Outcome[] = [];
    const round = async () => {
      const { jobs } = await workJobs(db, "1", outcomes, rooms, true);
      outcomes = jobs.map(({ id, claim }) => ({ ...done, id, claim }));
      return jobs.length;
    };
    await addJobs(world, job, 8, { storeId, lane: storeId });
    await client.query("vacuum analyze shop.jobs");
    // After five runs PostgreSQL may switch to a generic plan.
    for (let i = 0; i < 8; i++) await round();
    await addJobs(world, job, 3000, { storeId, lane: storeId });
    const before = await rowsScanned(client);
    for (let i = 0; i < 4; i++) expect(await round()).toBe(4);
    expect((await rowsScanned(client)) - before).toBeLessThan(3000);
  } finally {
    client.release(true);
  }
});

const done = {
  how: "done",
  pauseMs: 0,
  payload: null,
  error: null,
  inOrder: false,
  counts: true,
} as const;

/** The number of rows of shop.jobs read without an index so far. */
async function rowsScanned(client: PoolClient): Promise<number> {
  await client.query("select pg_stat_force_next_flush()");
  const row = await queryable(client).row<{ n: number }>(
    sql`select seq_tup_read::int as n from pg_stat_user_tables where relid = 'shop.jobs'::regclass`,
  );
  return row?.n ?? 0;
}
