import type { Pool, PoolClient } from "pg";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { queryable } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { ownerlessStoresWithout } from "./ownerless-stores.ts";
import { builtInRole, expectRefused, member, person, seedRole } from "./roles.fixture.ts";

const rounds = 12;
const notThere = { code: "NOT_FOUND" };
const lastOwner = { code: "LAST_OWNER", statusCode: 409 };

async function ownersOf(world: World, storeId: string): Promise<number> {
  const { rows } = await world.admin.query("select door.owners_of($1)", [storeId]);
  return rows.length;
}

test("the last owner can't be revoked or removed and can't leave, unless there is a second owner", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const admin = await builtInRole(world, storeId, "ADMIN");
  const { userId } = owner;
  await expectRefused(
    [
      owner.roles.revokeRole({ body: { userId, roleId: admin } }),
      owner.roles.removeStaff({ userId, storeId }),
    ],
    lastOwner,
  );
  const second = await person(world);
  const given = { body: { userId: second.userId, roleId: admin } };
  await owner.roles.assignRole(given);
  await second.roles.assignRole(given);
  await owner.roles.removeStaff({ userId, storeId });
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [userId]);
  await expectRefused([second.roles.removeStaff({ userId: second.userId, storeId })], lastOwner);
});

test("two owners who revoke each other concurrently: one succeeds, one stays", async ({
  world,
}) => {
  for (let round = 0; round < rounds; round += 1) {
    const storeId = await seedStore(world);
    const [one, two] = [
      await member(world, storeId, "ADMIN"),
      await member(world, storeId, "ADMIN"),
    ];
    const roleId = await builtInRole(world, storeId, "ADMIN");
    const outcomes = await Promise.allSettled([
      one.roles.revokeRole({ body: { userId: two.userId, roleId } }),
      two.roles.revokeRole({ body: { userId: one.userId, roleId } }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    // The second user is no longer a member when their call runs.
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: notThere,
    });
    expect(await ownersOf(world, storeId)).toBe(1);
  }
});

test("all owners leave concurrently: one stays", async ({ world }) => {
  const storeId = await seedStore(world);
  const owners = [];
  for (let i = 0; i < 5; i += 1) owners.push(await member(world, storeId, "ADMIN"));
  const outcomes = await Promise.allSettled(
    owners.map(({ userId, roles }) => roles.removeStaff({ userId, storeId })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({ reason: lastOwner });
  expect(await ownersOf(world, storeId)).toBe(1);
});

test("two owners who delete their accounts concurrently, or one of whom leaves: one stays", async ({
  world,
}) => {
  const { app } = world.services.database;
  for (let round = 0; round < rounds; round += 1) {
    const storeId = await seedStore(world);
    const [one, two] = [
      await member(world, storeId, "ADMIN"),
      await member(world, storeId, "ADMIN"),
    ];
    const second =
      round % 2 === 0
        ? deleteAccount(app, two.userId)
        : two.roles.removeStaff({ userId: two.userId, storeId });
    await Promise.allSettled([deleteAccount(app, one.userId), second]);
    expect(await ownersOf(world, storeId)).toBe(1);
  }
});

test("lists exactly the stores that a user would leave without an owner", async ({ world }) => {
  const [alone, shared, gone] = [
    await seedStore(world, { name: "Alone" }),
    await seedStore(world),
    await seedStore(world),
  ];
  const { userId, roles } = await member(world, alone, "ADMIN");
  const other = await member(world, shared, "ADMIN");
  const given = { body: { userId, roleId: await builtInRole(world, shared, "ADMIN") } };
  await other.roles.assignRole(given);
  await roles.assignRole(given);
  await roles.assignRole({
    body: { userId: other.userId, roleId: await builtInRole(world, alone, "STAFF") },
  });
  for (const store of [gone]) {
    const roleId = await builtInRole(world, store, "ADMIN");
    await world.admin.query(
      "insert into shop.role_assignments (store_id, user_id, role_id) values ($1, $2, $3)",
      [store, userId, roleId],
    );
    await world.admin.query("update shop.stores set deleted_at = now() where id = $1", [store]);
  }
  const app = queryable(world.services.database.app);
  expect(await ownerlessStoresWithout(app, userId)).toEqual([
    { storeId: alone, storeName: "Alone" },
  ]);
  expect(await ownerlessStoresWithout(app, other.userId)).toEqual([]);
  expect(await ownerlessStoresWithout(app, newId())).toEqual([]);
});

test("a role given while the giver loses it, or deleted while it is given, leaves no assignment", async ({
  world,
}) => {
  for (let round = 0; round < rounds; round += 1) {
    const storeId = await seedStore(world);
    const owner = await member(world, storeId, "ADMIN");
    const giver = await member(world, storeId, ["MANAGE_STAFF", "EXPORT_DATA"]);
    const roleId = await seedRole(world, storeId, ["EXPORT_DATA"]);
    const friend = await person(world);
    const [given, taken, removed] = await Promise.allSettled([
      giver.roles.assignRole({ body: { userId: friend.userId, roleId } }),
      owner.roles.removeStaff({ userId: giver.userId, storeId }),
      owner.roles.deleteRole({ id: roleId }),
    ]);
    expect(taken.status).toBe("fulfilled");
    const { permissions } = await owner.roles.getUserRoles({ userId: friend.userId, storeId });
    const isHeld = given.status === "fulfilled";
    expect(permissions).toEqual(isHeld ? ["EXPORT_DATA"] : []);
    expect(removed.status).toBe(isHeld ? "rejected" : "fulfilled");
  }
});

/** Deletes an account in the same steps as the server. Throws if a store would be left without an owner. */
async function deleteAccount(pool: Pool, userId: string): Promise<void> {
  const client: PoolClient = await pool.connect();
  try {
    await client.query("begin");
    const left = await ownerlessStoresWithout(queryable(client), userId);
    if (left.length > 0) throw new Error("the last owner");
    await client.query("update shop.users set deleted_at = now() where id = $1", [userId]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
