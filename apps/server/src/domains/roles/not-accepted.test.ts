import { describe, expect } from "vitest";
import { seedDomain } from "../../platform/http/contract.fixture.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { password } from "../users/user.fixture.ts";
import { builtInRole, member, type Person, person } from "./roles.fixture.ts";

/** Signs in and out at a host. */
async function visit(world: World, { email }: Person, host: string): Promise<void> {
  const { accessToken } = await world.client({ host }).users.login({ body: { email, password } });
  await world.client({ host, accessToken }).users.logout({});
}

async function loginsSeen(owner: Person, storeId: string): Promise<string[]> {
  const { items } = await owner.logging.listAuditEntries({ storeId, entityType: "session" });
  return items.map(({ action }) => action);
}

describe("a user to whom others assigned a role", () => {
  test("hides name, email and logins from the store until they accept", async ({ world }) => {
    const storeId = await seedStore(world, { slug: "mine" });
    const owner = await member(world, storeId, "ADMIN");
    const user = await person(world);
    const body = { userId: user.userId, roleId: await builtInRole(world, storeId, "MANAGER") };
    await owner.roles.assignRole({ body });
    for (const host of ["localhost", "mine.localhost"]) await visit(world, user, host);
    expect(await loginsSeen(owner, storeId)).toEqual([]);
    const { items, total } = await owner.roles.listStaff({ storeId });
    expect(total).toBe(2);
    expect(items[1]).toMatchObject({
      userId: user.userId,
      hasAccepted: false,
      name: null,
      email: null,
      lastLoginAt: null,
      roles: [{ type: "MANAGER" }],
    });
    expect(JSON.stringify(await owner.logging.listAuditEntries({ storeId }))).not.toContain(
      user.email,
    );
  });

  test("is shown as staff after accepting", async ({ world }) => {
    const storeId = await seedStore(world, { slug: "mine" });
    const [owner, clerk] = [
      await member(world, storeId, "ADMIN"),
      await member(world, storeId, "STAFF"),
    ];
    await visit(world, clerk, "mine.localhost");
    expect(await loginsSeen(owner, storeId)).toEqual(["LOGOUT", "LOGIN"]);
    const { items } = await owner.roles.listStaff({ storeId });
    expect(items.find(({ userId }) => userId === clerk.userId)).toMatchObject({
      hasAccepted: true,
      name: "Ada",
      email: clerk.email,
      lastLoginAt: expect.any(String),
    });
  });
});

test("a user of two stores shows each store only its own logins, and those at the platform's host", async ({
  world,
}) => {
  const [one, two] = [
    await seedStore(world, { slug: "one" }),
    await seedStore(world, { slug: "two" }),
  ];
  const [ofOne, ofTwo] = [await member(world, one, "ADMIN"), await member(world, two, "ADMIN")];
  const both = await member(world, one, "STAFF");
  await world.admin.query(
    "insert into shop.role_assignments (store_id, user_id, role_id) values ($1, $2, $3)",
    [two, both.userId, await builtInRole(world, two, "STAFF")],
  );
  await world.admin.query("delete from shop.sessions where user_id = $1", [both.userId]);
  const lastLogin = async (owner: Person, storeId: string) =>
    (await owner.roles.listStaff({ storeId })).items.find(({ userId }) => userId === both.userId)
      ?.lastLoginAt;
  const { host } = await seedDomain(world, two);
  for (const at of ["two.localhost", host]) await visit(world, both, at);
  expect(await loginsSeen(ofOne, one)).toEqual([]);
  expect(await lastLogin(ofOne, one)).toBeNull();
  expect(await loginsSeen(ofTwo, two)).toEqual(["LOGOUT", "LOGIN", "LOGOUT", "LOGIN"]);
  expect(await lastLogin(ofTwo, two)).toEqual(expect.any(String));
  await visit(world, both, "localhost");
  expect(await loginsSeen(ofOne, one)).toEqual(["LOGOUT", "LOGIN"]);
  expect(await lastLogin(ofOne, one)).toEqual(expect.any(String));
});

test("a store's audit and exports do not contain the id of a customer's account", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "mine" });
  const owner = await member(world, storeId, "ADMIN");
  const shopper = await person(world);
  const customer = await shopper.customers.getMyCustomer({ storeId });
  const id = customer.id;
  await shopper.customers.updateCustomer({ id, body: { name: "Vera" } });
  const seen = await owner.logging.listAuditEntries({ storeId });
  expect(seen.items.filter(({ entityType }) => entityType === "customer")).toMatchObject([
    { actor: { kind: "customer", id } },
    { action: "CREATE", actor: { kind: "customer", id }, after: { account: true } },
  ]);
  const exported = await owner.customers.exportCustomer({ id });
  expect(exported.account).toBeNull();
  for (const text of [seen, exported, await owner.customers.getCustomer({ id })])
    expect(JSON.stringify(text)).not.toContain(shopper.userId);
  const own = await shopper.customers.exportCustomer({ id });
  expect(own.account).toMatchObject({ id: shopper.userId });
});
