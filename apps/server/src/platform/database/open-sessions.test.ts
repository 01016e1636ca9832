import type { PoolClient } from "pg";
import { expect, test, vi } from "vitest";
import { testSecret } from "#tests/database-server.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { onNewDatabase } from "#tests/world.ts";
import { createPools } from "./open-database.ts";
import { rolesOf } from "./roles.ts";

type Sessions = { role: string; count: number };
const sessions = `
  select regexp_replace(usename, '^.*_', '') as role, count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name like 'vetrina %' group by 1 order by 1`;

onNewDatabase(
  "the sessions for calls and jobs are opened in the background, two at a time",
  async ({ world }) => {
    const { database } = world.services;
    let opening = 0;
    let most = 0;
    const { app, worker } = database;
    for (const pool of [app, worker]) {
      const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
      const counted = async () => {
        opening += 1;
        most = Math.max(most, opening);
        try {
          return await connect();
        } finally {
          opening -= 1;
        }
      };
      pool.connect = counted as typeof pool.connect;
    }
    database.openSessions(true);
    const countOf = async () => (await world.admin.query<Sessions>(sessions)).rows;
    await vi.waitFor(async () => {
      // The health check has a session of the worker's role.
      expect(await countOf()).toEqual([
        { role: "app", count: 10 },
        { role: "catalogue", count: 10 },
        { role: "worker", count: 7 },
      ]);
      expect([app.idleCount, worker.idleCount]).toEqual([10, 6]);
    }, waitLimit);
    expect(most).toBeLessThanOrEqual(2);
    const opened = await countOf();
    database.openSessions(true);
    await database.close();
    expect(await countOf()).toEqual(opened);
  },
);

onNewDatabase(
  "a process of the role worker opens the sessions for jobs alone",
  async ({ world }) => {
    const { database } = world.services;
    database.openSessions(false);
    await vi.waitFor(() => expect(database.worker.idleCount).toBe(6), waitLimit);
    expect(database.app.totalCount).toBe(0);
  },
);

test("sessions that no call uses stay open", () => {
  const url = new URL("postgres://localhost/none");
  const { app, catalogue, worker } = createPools(url, rolesOf("none"), testSecret, 2, 1000);
  const after = [app, catalogue, worker].map(({ options }) => options.idleTimeoutMillis);
  expect(after).toEqual([0, 0, 0]);
});
