// @module-tag slow

import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { failErasuresIn, openAccount } from "../customers/customers.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { continueErasures } from "./jobs.ts";
import { password, seedUser, signInAs } from "./user.fixture.ts";

const email = "ada.lovelace@example.com";

/** Creates deleted stores where the address belongs to a guest, and returns their ids, oldest first. */
async function deletedStores(world: World, count: number): Promise<string[]> {
  const stores: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    await owner.customers.createCustomer({ storeId, body: { email } });
    await owner.stores.deleteStore({ id: storeId });
    stores.push(storeId);
  }
  return stores;
}

async function erasedIn(world: World): Promise<string[]> {
  const { rows } = await world.admin.query<{ id: string }>(
    "select store_id as id from shop.customers where erased_at is not null order by store_id",
  );
  return rows.map(({ id }) => id);
}

/** Ends the pause after which a failed erasure is tried again. */
const pausePasses = (world: World) =>
  world.admin.query("update shop.account_erasures set due_at = now()");

async function underWay(world: World): Promise<number> {
  return (await world.admin.query("select from shop.account_erasures")).rowCount ?? 0;
}

/** Locks rows while `work` runs. */
async function whileLocked(world: World, query: string, work: () => Promise<void>) {
  const client = await world.admin.connect();
  try {
    await client.query("begin");
    await client.query(`${query} for update`);
    await work();
  } finally {
    await client.query("rollback");
    client.release();
  }
}

describe("deleting an account", () => {
  test("touches no row of deleted stores, however many of them know the person as a guest", async ({
    world,
  }) => {
    await deletedStores(world, 2);
    const { userId, client } = await openAccount(world, { email });
    await whileLocked(world, "select from shop.customers", () =>
      client.users.deleteUser({ id: userId }),
    );
    expect([await erasedIn(world), await underWay(world)]).toEqual([[], 1]);
    await continueErasures(world.services);
    expect([(await erasedIn(world)).length, await underWay(world)]).toEqual([2, 0]);
  });

  test("neither waits for platform administrators who sign in nor blocks them", async ({
    world,
  }) => {
    const administrator = await seedUser(world);
    await world.admin.query("update shop.users set is_platform_admin = true where id = $1", [
      administrator.id,
    ]);
    const { userId, client } = await openAccount(world, { email });
    const own = `select from shop.users where id = '${administrator.id}'`;
    await whileLocked(world, own, () => client.users.deleteUser({ id: userId }));
    expect(await signInAs(world, administrator.email)).toBeDefined();
  });

  test("fails for the last administrator, and for one of two who leave at the same time", async ({
    world,
  }) => {
    const all = [await openAccount(world), await openAccount(world)];
    await world.admin.query("update shop.users set is_platform_admin = true");
    const ends = await Promise.allSettled(
      all.map(({ client, userId }) => client.users.deleteUser({ id: userId })),
    );
    expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "LAST_OWNER" },
    });
  });
});

describe("the worker", () => {
  test("keeps its progress when interrupted, and the next run finishes the work", async ({
    world,
  }) => {
    const [first, second, third] = await deletedStores(world, 3);
    const { userId, client } = await openAccount(world, { email });
    await client.users.deleteUser({ id: userId });
    const ofSecond = `select from shop.customers where store_id = '${second}'`;
    await whileLocked(world, ofSecond, async () => {
      const ended = continueErasures(world.services);
      await untilBlocked(world);
      await world.admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(await ended).toBe(1);
    });
    expect([await erasedIn(world), await underWay(world)]).toEqual([[first], 1]);
    const body = { email, password };
    await expect(world.client().users.login({ body })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    await pausePasses(world);
    expect(await continueErasures(world.services, () => true)).toBe(1);
    expect(await erasedIn(world)).toEqual([first, second]);
    await continueErasures(world.services);
    expect([await erasedIn(world), await underWay(world)]).toEqual([[first, second, third], 0]);
  });

  test("erases the next account after one whose erasure fails, and tries that one again after a pause", async ({
    world,
  }) => {
    const [failing = ""] = await deletedStores(world, 1);
    const first = await openAccount(world, { email });
    const second = await openAccount(world);
    const storeId = await seedStore(world);
    await second.client.customers.getMyCustomer({ storeId });
    const owner = await member(world, storeId, "ADMIN");
    await owner.stores.deleteStore({ id: storeId });
    for (const { userId, client } of [first, second]) await client.users.deleteUser({ id: userId });
    const mend = await failErasuresIn(world, failing);
    await continueErasures(world.services);
    expect([await erasedIn(world), await underWay(world)]).toEqual([[storeId], 1]);
    await mend();
    // The failed erasure is not tried again until its pause has passed, and then succeeds.
    expect(await continueErasures(world.services)).toBe(0);
    await pausePasses(world);
    await continueErasures(world.services);
    expect([(await erasedIn(world)).toSorted(), await underWay(world)]).toEqual([
      [failing, storeId].toSorted(),
      0,
    ]);
  });

  test("pauses longer after each failure of an account", async ({ world }) => {
    const [failing = ""] = await deletedStores(world, 1);
    const { userId, client } = await openAccount(world, { email });
    await client.users.deleteUser({ id: userId });
    await failErasuresIn(world, failing);
    const pauses: unknown[] = [];
    for (let run = 0; run < 13; run += 1) {
      await pausePasses(world);
      await continueErasures(world.services);
      const { rows } = await world.admin.query<{ minutes: number }>(
        "select ceil(extract(epoch from due_at - now()) / 60)::int as minutes from shop.account_erasures",
      );
      pauses.push(rows[0]?.minutes);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024]);
  });

  test("erases each store in its own transaction and alternates between accounts", async ({
    world,
  }) => {
    await deletedStores(world, 2);
    const accounts = [await openAccount(world, { email }), await openAccount(world)];
    for (const { userId, client } of accounts) await client.users.deleteUser({ id: userId });
    const { rows } = await world.admin.query<{ id: string }>(
      "select user_id as id from shop.account_erasures order by due_at",
    );
    expect(rows.map(({ id }) => id)).toEqual(accounts.map(({ userId }) => userId));
    await continueErasures(world.services, () => true);
    await continueErasures(world.services, () => true);
    const left = await world.admin.query<{ id: string }>(
      "select user_id as id from shop.account_erasures",
    );
    expect(left.rows).toEqual([{ id: accounts[0]?.userId }]);
    const written = await world.admin.query(
      "select distinct xmin::text from shop.customers where erased_at is not null",
    );
    await continueErasures(world.services);
    const all = await world.admin.query(
      "select distinct xmin::text from shop.customers where erased_at is not null",
    );
    expect([written.rowCount, all.rowCount]).toEqual([1, 2]);
  });

  test("unlinks the account in open stores beyond the first fifty", async ({ world }) => {
    const { userId, client } = await openAccount(world, { email });
    const stores: string[] = [];
    for (let i = 0; i < 52; i += 1) stores.push(await seedStore(world));
    for (const storeId of stores) await client.customers.getMyCustomer({ storeId });
    await client.users.deleteUser({ id: userId });
    const theirs = "select from shop.customers where user_id is not null";
    expect((await world.admin.query(theirs)).rowCount).toBe(2);
    await continueErasures(world.services);
    expect((await world.admin.query(theirs)).rowCount).toBe(0);
    expect([(await erasedIn(world)).length, await underWay(world)]).toEqual([0, 0]);
  });
});
