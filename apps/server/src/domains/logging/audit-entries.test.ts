import { setTimeout as delay } from "node:timers/promises";
import { describe, expect } from "vitest";
import { addRows, seedStore } from "#tests/seed.ts";
import { onNewDatabase, test, type World } from "#tests/world.ts";
import { audit, auditAccount } from "../../platform/audit.ts";
import { transact } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";
import { newId } from "../../platform/id.ts";
import { assignBuiltInRole } from "../roles/assign-built-in-role.ts";
import { password, seedUser } from "../users/user.fixture.ts";
import { entriesQuery } from "./queries.ts";

async function manager(world: World, storeId: string) {
  const accessToken = await signedIn(world, { storeId, permissions: ["MANAGE_SETTINGS"] });
  return world.client({ accessToken }).logging;
}

describe("the audit of a store", () => {
  test("is read newest first, in pages, filtered by time and entity", async ({ world }) => {
    const storeId = await seedStore(world);
    const logging = await manager(world, storeId);
    const ctx = await world.system(storeId);
    const [dress, coat] = [newId(), newId()];
    await world.admin.query("delete from shop.audit_entries");
    for (const [entityType, entityId] of [
      ["product", dress],
      ["product", coat],
      ["order", newId()],
      ["product", dress],
    ] as const) {
      await ctx.tx((tx) =>
        audit(tx, ctx, { action: "UPDATE", entityType, entityId, after: { name: "N" } }),
      );
      // Responses contain times in milliseconds, so each entry is created in a different millisecond.
      await delay(2);
    }
    const all = await logging.listAuditEntries({ storeId });
    expect(all.total).toBe(4);
    const times = all.items.map((entry) => entry.createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(all.items[0]).toMatchObject({
      storeId,
      action: "UPDATE",
      entityType: "product",
      entityId: dress,
      actor: { kind: "system", id: null, name: null },
      origin: "SYSTEM",
      before: null,
      after: { name: "N" },
      traceId: ctx.traceId,
    });
    const count = async (query: object) =>
      (await logging.listAuditEntries({ storeId, ...query })).total;
    expect(await count({ entityType: "product" })).toBe(3);
    expect(await count({ entityType: "product", entityId: coat })).toBe(1);
    expect(await count({ entityId: dress })).toBe(2);
    expect(await count({ startDate: times[1] })).toBe(2);
    expect(await count({ endDate: times[3] })).toBe(0);
    const second = await logging.listAuditEntries({ storeId, page: 2, limit: 3 });
    expect([second.items.map(({ id }) => id), second.total]).toEqual([[all.items[3]?.id], 4]);
  });

  test("accepts manual entries, which are marked and have the caller's name, never the system's", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const logging = await manager(world, storeId);
    const text = "x".repeat(200);
    const [before, after] = [
      { open: true, text },
      { open: false, text },
    ];
    const entry = await logging.createAuditEntry({
      body: { storeId, entityType: "till", before, after },
    });
    expect(entry).toMatchObject({
      action: "OTHER",
      origin: "MANUAL",
      actor: { kind: "user", name: "Ada" },
      before,
      after,
    });
    expect((await logging.listAuditEntries({ storeId })).items[0]).toEqual(entry);
    for (const smuggled of [
      { origin: "SYSTEM" },
      { actor: { kind: "system" } },
      { createdAt: "2020-01-01T00:00:00Z" },
      { traceId: "x" },
    ])
      await expect(
        logging.createAuditEntry({ body: { storeId, entityType: "till", ...smuggled } }),
      ).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        details: [{ path: Object.keys(smuggled)[0] }],
      });
    for (const text of ["x".repeat(30_000), "漢".repeat(7000)])
      await expect(
        logging.createAuditEntry({ body: { storeId, entityType: "till", after: { text } } }),
      ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  test("can't be changed, deleted or given another origin by any database role of the application", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const ctx = await world.system(storeId);
    await ctx.tx((tx) => audit(tx, ctx, { action: "OTHER", entityType: "till", entityId: null }));
    const { app, worker } = world.services.database;
    const shopper = `select door.enter_shopper('${storeId}')`;
    const system = `select door.enter_system('${storeId}')`;
    for (const [pool, enter] of [
      [app, shopper],
      [worker, system],
    ] as const)
      for (const statement of [
        sql`update shop.audit_entries set origin = 'MANUAL'`,
        sql`update shop.audit_entries set after = null`,
        sql`delete from shop.audit_entries`,
        sql`truncate shop.audit_entries`,
        sql`insert into shop.account_entries select * from shop.account_entries`,
        sql`update shop.account_entries set after = null`,
        sql`delete from shop.account_entries`,
        sql`select from shop.account_entries`,
      ])
        await expect(
          transact(pool, storeId, enter, (tx) => tx.run(statement)),
        ).rejects.toMatchObject({ code: "42501" });
  });

  test("contains the staff's logins and logouts, and no secrets", async ({ world }) => {
    const [mine, other] = [await seedStore(world), await seedStore(world)];
    const user = await seedUser(world);
    await assignBuiltInRole(await world.system(mine), { userId: user.id, role: "STAFF" });
    await assignBuiltInRole(await world.system(other), { userId: user.id, role: "CUSTOMER" });
    const { accessToken, refreshToken } = await world
      .client()
      .users.login({ body: { email: user.email, password } });
    const { users } = world.client({ accessToken });
    await users.logout({});
    await users.logout({ body: { refreshToken } });
    const seen = (await (await manager(world, mine)).listAuditEntries({ storeId: mine })).items;
    expect(seen.slice(0, 2)).toMatchObject([
      { action: "LOGOUT", entityType: "session", actor: { kind: "user", id: user.id } },
      { action: "LOGIN", entityType: "session", actor: { kind: "user", id: user.id } },
    ]);
    expect(seen[2]).toMatchObject({ entityType: "role assignment" });
    const elsewhere = await (await manager(world, other)).listAuditEntries({ storeId: other });
    expect(elsewhere.items.filter(({ entityType }) => entityType === "session")).toEqual([]);
    const { rows } = await world.admin.query("select action from shop.account_entries");
    expect(rows).toEqual([{ action: "LOGIN" }, { action: "LOGOUT" }]);
    const { rows: all } = await world.admin.query(
      "select e::text as text from shop.audit_entries e union all select e::text from shop.account_entries e",
    );
    const text = JSON.stringify(all);
    for (const secret of [accessToken, refreshToken, password, user.email])
      expect(text).not.toContain(secret);
  });

  test("contains at most 20 of a user's logins in an hour, not counting those at other stores' hosts", async ({
    world,
  }) => {
    const [storeId, other] = [await seedStore(world), await seedStore(world)];
    const user = await seedUser(world);
    await assignBuiltInRole(await world.system(storeId), { userId: user.id, role: "STAFF" });
    const { rows: slugs } = await world.admin.query<{ slug: string }>(
      "select slug from shop.stores where id = $1",
      [other],
    );
    const elsewhere = world.client({ host: `${slugs[0]?.slug}.localhost` });
    const body = { email: user.email, password };
    for (let login = 0; login < 22; login += 1) await elsewhere.users.login({ body });
    for (let login = 0; login < 22; login += 1) await world.client().users.login({ body });
    const countOf = async (table: string) => {
      const { rows } = await world.admin.query(
        `select count(*)::int from shop.${table} where action = 'LOGIN'`,
      );
      return rows[0];
    };
    expect(await countOf("audit_entries")).toEqual({ count: 20 });
    expect(await countOf("account_entries")).toEqual({ count: 44 });
  });

  test("of accounts names the actor: the user themselves, another user, or the system", async ({
    world,
  }) => {
    const [ada, eve] = [await seedUser(world), await seedUser(world)];
    const db = queryable(world.services.database.app);
    const entry = { action: "UPDATE", entityType: "user", entityId: ada.id } as const;
    const by = { kind: "user", userId: eve.id, sessionId: newId(), isPlatformAdmin: true } as const;
    await auditAccount(db, { actor: { kind: "anonymous" }, traceId: "1" }, ada.id, entry);
    await auditAccount(db, { actor: by, traceId: "2" }, ada.id, entry);
    await auditAccount(db, { actor: { kind: "system" }, traceId: "3" }, ada.id, entry);
    const { rows } = await world.admin.query<{ user_id: string; actor_id: string | null }>(
      "select user_id, actor_id from shop.account_entries order by trace_id",
    );
    expect(rows).toEqual([ada.id, eve.id, null].map((actor_id) => ({ user_id: ada.id, actor_id })));
  });

  onNewDatabase("with 20,000 entries, a page is read from its index", async ({ world }) => {
    const storeId = await seedStore(world);
    const thing = newId();
    await addRows(
      world.admin,
      `insert into shop.audit_entries (store_id, id, actor_kind, action, entity_type, entity_id, created_at)
       select $1, gen_random_uuid(), 'system', 'UPDATE', 'product', case when n % 1000 = 0 then $2::uuid else gen_random_uuid() end,
         now() - n * interval '1 minute' from generate_series(1, 20000) n`,
      [storeId, thing],
    );
    await world.admin.query("analyze shop.audit_entries");
    const ctx = await world.system(storeId);
    const plan = (chosen: object) =>
      ctx.tx(async (tx) => {
        const query = entriesQuery(
          storeId,
          { withCustomers: false, ...chosen },
          { limit: 20, offset: 0 },
        );
        const rows = await tx.rows<{ "QUERY PLAN": string }>(sql`explain ${query}`);
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      });
    const newest = await plan({});
    expect(newest).toContain("audit_entries_newest");
    expect(newest).not.toMatch(/Seq Scan on audit_entries/);
    expect(await plan({ entityType: "product", entityId: thing })).toContain(
      "audit_entries_by_entity",
    );
    const week = { startDate: "2020-01-01T00:00:00Z", endDate: new Date().toISOString() };
    expect(await plan(week)).toContain("audit_entries_newest");
  });
});
