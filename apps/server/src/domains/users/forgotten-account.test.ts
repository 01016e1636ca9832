// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { builtInRole, member, person, type Person } from "../roles/roles.fixture.ts";
import { continueErasures } from "./jobs.ts";
import { password, signIn, signInAs, tokenIn } from "./user.fixture.ts";

/** Returns the tables of the database that contain this text. */
async function tablesWith(world: World, text: string): Promise<string[]> {
  const { rows } = await world.admin.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'shop'::regnamespace and relkind in ('r', 'p')",
  );
  const holding: string[] = [];
  for (const { name } of rows) {
    const found = await world.admin.query(
      `select from shop.${name} t where strpos(lower(t::text), $1) > 0 limit 1`,
      [text],
    );
    if (found.rowCount) holding.push(name);
  }
  return holding;
}

async function nameOf(world: World, userId: string): Promise<string | undefined> {
  const { rows } = await world.admin.query<{ name: string }>(
    "select name from shop.users where id = $1 and deleted_at is not null",
    [userId],
  );
  return rows[0]?.name;
}

for (const inStoresName of [false, true])
  test(`removes every address that a deleted account had or requested, with mails in ${inStoresName ? "a store's" : "the platform's"} name`, async ({
    world,
  }) => {
    const storeId = await seedStore(world, { slug: "one" });
    const host = inStoresName ? "one.localhost" : "localhost";
    const { id, email: first } = await signIn(world);
    const staff = await member(world, storeId, "ADMIN");
    if (inStoresName) {
      const roleId = await builtInRole(world, storeId, "STAFF");
      await staff.invitations.createInvitation({ storeId, body: { email: first, roleId } });
      const token = tokenIn((await world.sendMails()).at(-1));
      const { accessToken } = await signInAs(world, first);
      await world.client({ accessToken }).invitations.acceptInvitation({ body: { token } });
    }
    const { accessToken } = await signInAs(world, first);
    const { users } = world.client({ accessToken, host });
    const change = (email: string) =>
      users.updateUser({ id, body: { email, currentPassword: password } });
    await world.client({ host }).users.forgotPassword({ body: { email: first } });
    await change("second@example.com");
    const mails = await world.sendMails();
    const link = mails.findLast(({ to }) => to === "second@example.com");
    await world.client({ host }).users.verifyEmail({ body: { token: tokenIn(link), password } });
    await change("never-proven@example.com");
    await world.sendMails();
    const { rows } = await world.admin.query<{ mails: number }>(
      "select count(*)::int as mails from shop.mails where lower(recipient) = $1",
      [first],
    );
    expect(rows[0]?.mails ?? 0).toBeGreaterThanOrEqual(inStoresName ? 4 : 0);

    await users.deleteUser({ id });
    await continueErasures(world.services);
    for (const address of [first, "second@example.com", "never-proven@example.com"])
      expect([address, await tablesWith(world, address)]).toEqual([address, []]);
  });

test("deleting an account that joined a store's staff leaves no invitation with its address", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const roleId = await builtInRole(world, storeId, "STAFF");
  const email = "invited@example.com";
  await owner.invitations.createInvitation({ storeId, body: { email, roleId } });
  const token = tokenIn((await world.sendMails()).at(-1));
  const { userId } = await world.client().invitations.acceptInvitation({
    body: { token, name: "Ivo", password: "winter coats in july" },
  });
  const body = { email, password: "winter coats in july" };
  const { accessToken } = await world.client().users.login({ body });
  await world.client({ accessToken }).users.deleteUser({ id: userId });
  await continueErasures(world.services);
  expect(await tablesWith(world, email)).toEqual([]);
  // The store's audit log keeps the name, because the user accepted the role.
  expect(await nameOf(world, userId)).toBe("Ivo");
});

test("entries that others made about a deleted account keep no name", async ({ world }) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const roleId = await builtInRole(world, storeId, "ADMIN");
  const noted = (user: Person) =>
    owner.logging.createAuditEntry({
      body: { storeId, action: "CREATE", entityType: "role assignment", entityId: user.userId },
    });
  const assigned = (user: Person) =>
    owner.roles.assignRole({ body: { userId: user.userId, roleId } });
  const cases: [string, (user: Person) => Promise<unknown>][] = [
    ["a manual entry", noted],
    ["a role that was not accepted", assigned],
    [
      "a role that was left",
      async (user) => {
        await assigned(user);
        await user.roles.removeStaff({ storeId, userId: user.userId });
      },
    ],
  ];
  for (const [what, act] of cases) {
    const user = await person(world);
    await act(user);
    await user.users.deleteUser({ id: user.userId });
    expect([what, await nameOf(world, user.userId)]).toEqual([what, ""]);
  }
  for (const takesPart of [
    (user: Person) => user.roles.assignRole({ body: { userId: user.userId, roleId } }),
    (user: Person) => user.collections.createCollection({ storeId, body: { name: "Sale" } }),
  ]) {
    const user = await person(world);
    await assigned(user);
    await takesPart(user);
    await user.users.deleteUser({ id: user.userId });
    expect(await nameOf(world, user.userId)).toBe("Ada");
  }
});
