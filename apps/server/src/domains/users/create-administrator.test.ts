import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { assignBuiltInRole } from "../roles/assign-built-in-role.ts";
import { createAdministrator } from "./create-administrator.ts";
import { password, seedUser } from "./user.fixture.ts";

const email = "admin@vetrina.localhost";

test("the first start creates an administrator with a generated password, and later starts change nothing", async ({
  world,
}) => {
  const first = await createAdministrator(world.services, { email, password: null });
  expect(first).toMatchObject({ email, password: expect.stringMatching(/^\w{20}$/) });
  const body = { email, password: first.password ?? "" };
  expect((await world.client().users.login({ body })).user.isPlatformAdmin).toBe(true);
  for (const admin of [
    { email, password: "another password" },
    { email, password: null },
    { email: "other@vetrina.localhost", password: null },
  ])
    expect(await createAdministrator(world.services, admin)).toEqual({
      userId: first.userId,
      email,
      password: null,
    });
  expect(await world.client().users.login({ body })).toBeDefined();
});

test("a given password is used and not returned", async ({ world }) => {
  const made = await createAdministrator(world.services, { email, password });
  expect(made.password).toBeNull();
  expect(await world.client().users.login({ body: { email, password } })).toBeDefined();
});

test("processes that start at the same time create one administrator and show one password", async ({
  world,
}) => {
  const made = await Promise.all(
    Array.from({ length: 4 }, () => createAdministrator(world.services, { email, password: null })),
  );
  expect(new Set(made.map((admin) => admin.userId)).size).toBe(1);
  expect(made.filter((admin) => admin.password !== null)).toHaveLength(1);
});

test("an existing user with that email becomes administrator and keeps the password", async ({
  world,
}) => {
  const user = await seedUser(world, email);
  const made = await createAdministrator(world.services, { email, password: "another password" });
  expect(made).toEqual({ userId: user.id, email, password: null });
  const { user: me } = await world.client().users.login({ body: { email, password } });
  expect(me.isPlatformAdmin).toBe(true);
});

test("an assigned role appears once in /users/me and is audited once", async ({ world }) => {
  const storeId = await seedStore(world);
  const user = await seedUser(world);
  const ctx = await world.system(storeId);
  await assignBuiltInRole(ctx, { userId: user.id, role: "ADMIN" });
  await assignBuiltInRole(ctx, { userId: user.id, role: "ADMIN" });
  const body = { email: user.email, password };
  const { accessToken } = await world.client().users.login({ body });
  const me = await world.client({ accessToken }).users.getMe({});
  expect(me.roles).toEqual([
    {
      storeId,
      storeName: "Sartoria",
      role: "ADMIN",
      permissions: expect.arrayContaining(["MANAGE_STAFF"]),
    },
  ]);
  const { rows } = await world.admin.query(
    "select action, entity_id from shop.audit_entries where entity_type = 'role assignment'",
  );
  expect(rows).toEqual([{ action: "CREATE", entity_id: user.id }]);
});

test("an anonymous caller is not a member", async ({ world }) => {
  const ctx = await world.system(await seedStore(world));
  await expect(assignBuiltInRole(ctx, { userId: newId(), role: "STAFF" })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
