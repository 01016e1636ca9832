// @module-tag slow

import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { seedProduct, seedStore } from "../seed.ts";
import { openWorld } from "../world.ts";

const open = () => openWorld(inject("adminUrl"), { rateLimits: false });
type Opened = Awaited<ReturnType<typeof open>>;
const reuse = { canReuse: true };

/** Whether the next world reuses the database of the world that was passed to `use`. */
async function isReusedAfter(use: (world: Opened) => Promise<unknown>): Promise<boolean> {
  const first = await open();
  await use(first);
  await first.close(reuse);
  const second = await open();
  await second.close();
  return first.url.href === second.url.href;
}

const rowsOfAll = `
  select c.relname, (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || c.oid::regclass, false, true, '')))[1]::text as rows
  from pg_class c where c.relnamespace = 'shop'::regnamespace and c.relkind = 'r'`;
const sequences = "select sequencename, last_value from pg_sequences where schemaname = 'shop'";

test("a reused database has no row, sequence, setting, lock, temporary table or listener of the previous test", async () => {
  const first = await open();
  await seedProduct(first, await seedStore(first));
  await first.sendMails();
  const worker = await first.services.database.worker.connect();
  const pid = (await worker.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
  await worker.query("set work_mem = '1GB'");
  await worker.query("set role vetrina_template_worker");
  await worker.query("select pg_advisory_lock(42)");
  await worker.query("listen stores");
  await worker.query("begin");
  worker.release();
  await first.admin.query("set session_replication_role = replica");
  await first.admin.query("select nextval('shop.list_count_seq')");
  await first.close(reuse);

  const second = await open();
  expect(second.url.href).toBe(first.url.href);
  const counts = await second.admin.query<{ rows: string }>(rowsOfAll);
  expect(counts.rows.length).toBeGreaterThan(70);
  expect(new Set(counts.rows.map(({ rows }) => rows))).toEqual(new Set(["0"]));
  const { rows: numbers } = await second.admin.query<{ last_value: string | null }>(sequences);
  expect(new Set(numbers.map((row) => row.last_value))).toEqual(new Set([null]));
  // Checks all connections, because an earlier world may have left several open.
  const { worker: workers } = second.services.database;
  const clients = await Promise.all(
    Array.from({ length: workers.totalCount }, () => workers.connect()),
  );
  const sessions =
    "select pg_backend_pid() as pid, current_setting('work_mem') as memory, current_setting('role') as role, (select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as locks, (select count(*)::int from pg_listening_channels()) as channels, now() = statement_timestamp() as is_alone";
  const again = await Promise.all(clients.map((client) => client.query<{ pid: number }>(sessions)));
  for (const client of clients) client.release();
  const rows = again.flatMap((each) => each.rows).filter((row) => row.pid === pid);
  expect(rows).toEqual([
    {
      pid,
      memory: expect.not.stringMatching("GB"),
      role: "none",
      locks: 0,
      channels: 0,
      is_alone: true,
    },
  ]);
  const mode = await second.admin.query("show session_replication_role");
  expect(mode.rows).toEqual([{ session_replication_role: "origin" }]);
  await second.close();
});

test("a database is reused after writes only, and only if its connections are free", async () => {
  expect(await isReusedAfter((world) => seedStore(world))).toBe(true);
  const other: Record<string, (world: Opened) => Promise<unknown>> = {
    schema: ({ admin }) => admin.query("create index on shop.orders (created_at)"),
    "temporary table": ({ admin }) => admin.query("create temporary table kept (a int)"),
    statistics: async ({ admin }) => admin.query("analyze shop.stores"),
    settings: ({ admin }) =>
      admin.query(
        "do $$ begin execute format('alter database %I set work_mem = 64', current_database()); end $$",
      ),
    "room of many rows": ({ admin }) =>
      admin.query(
        "insert into shop.account_mails (id, template, recipient, data) select gen_random_uuid(), 'x', 'ada@example.com', '{}' from generate_series(1, 5000)",
      ),
    "a client not released": ({ services }) => services.database.app.connect(),
    "a separate connection": async ({ url }) => {
      const client = new Client(url.href);
      // Dropping the database breaks this connection. The error would otherwise be unhandled.
      client.on("error", () => {});
      await client.connect();
    },
    "options of a pool": async ({ services }) => {
      services.database.worker.options.max = 1;
    },
    "a pool's method": async ({ services: { database } }) => {
      database.app.query = () => Promise.reject(new Error("gone"));
    },
    "a pool's listener": async ({ admin }) => admin.on("acquire", () => {}),
  };
  for (const [name, use] of Object.entries(other))
    expect([name, await isReusedAfter(use)]).toEqual([name, false]);
});

test("work that a test left running can't use the next test's database", async () => {
  const first = await open();
  const storeId = await seedStore(first);
  await first.close(reuse);
  const { database, directory } = first.services;
  expect(() => database.app.connect()).toThrow("has ended");
  expect(() => first.admin.query("select 1")).toThrow("has ended");
  directory.forget();
  await expect(directory.find(storeId)).rejects.toThrow("has ended");
});
