// @module-tag slow

import { expect } from "vitest";
import type { Permission } from "@vetrina/contract/people/permissions";
import { seedSession, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { seedUser, tokenIn } from "../users/user.fixture.ts";
import { builtInRole, expectRefused, member, type Person, person } from "./roles.fixture.ts";

const rounds = 12;
const unknownKey = { code: "UNAUTHENTICATED" };

async function makeKey(
  { apiKeys }: Person,
  storeId: string,
  ...permissions: Exclude<Permission, "MANAGE_ROLES" | "MANAGE_STAFF">[]
) {
  return apiKeys.createApiKey({ storeId, body: { name: "Feed", permissions } });
}

function readCustomers(world: World, { key }: { key: string }, storeId: string) {
  return world.client({ accessToken: key }).customers.listCustomers({ storeId });
}

async function storeWithStaff(world: World) {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const { id: roleId } = await owner.roles.createRole({
    body: {
      storeId,
      name: "Desk",
      permissions: ["MANAGE_CUSTOMERS", "MANAGE_SETTINGS", "MANAGE_STAFF"],
    },
  });
  const clerk = await person(world);
  await owner.roles.assignRole({ body: { userId: clerk.userId, roleId } });
  return { storeId, owner, roleId, clerk };
}

test("a user who deletes their account leaves no key and no invitation behind, in any store", async ({
  world,
}) => {
  const [one, two] = [await storeWithStaff(world), await storeWithStaff(world)];
  const clerk = one.clerk;
  await two.owner.roles.assignRole({ body: { userId: clerk.userId, roleId: two.roleId } });
  const keys = [];
  for (const { storeId, roleId } of [one, two]) {
    keys.push(await makeKey(clerk, storeId, "MANAGE_CUSTOMERS"));
    await clerk.invitations.createInvitation({
      storeId,
      body: { email: `accomplice-${storeId}@example.com`, roleId },
    });
  }
  const unrelated = await makeKey(one.owner, one.storeId, "MANAGE_CUSTOMERS");
  await clerk.users.deleteUser({ id: clerk.userId });

  for (const key of keys) await expectRefused([readCustomers(world, key, key.storeId)], unknownKey);
  for (const { owner, storeId } of [one, two]) {
    const sent = await owner.invitations.listInvitations({ storeId });
    expect(sent.items).toMatchObject([{ status: "WITHDRAWN" }]);
  }
  expect(await readCustomers(world, unrelated, one.storeId)).toMatchObject({ total: 0 });
  const { items } = await one.owner.logging.listAuditEntries({
    storeId: one.storeId,
    entityType: "API key",
    entityId: keys[0]?.id ?? "",
  });
  expect(items[0]).toMatchObject({ action: "UPDATE", after: { status: "INACTIVE" } });
});

test("a platform administrator who deletes their account leaves no key behind", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const [admin, other] = [await seedUser(world), await seedUser(world)];
  await world.admin.query("update shop.users set is_platform_admin = true where id = any($1)", [
    [admin.id, other.id],
  ]);
  const client = world.client({ accessToken: await seedSession(world, admin.id) });
  const key = await makeKey(
    { ...client, userId: admin.id, email: admin.email },
    storeId,
    "MANAGE_CUSTOMERS",
  );
  expect(await readCustomers(world, key, storeId)).toMatchObject({ total: 0 });
  await client.users.deleteUser({ id: admin.id });
  await expectRefused([readCustomers(world, key, storeId)], unknownKey);
});

test("a role that loses a permission takes it from its holders' keys and invitations", async ({
  world,
}) => {
  const { storeId, owner, roleId, clerk } = await storeWithStaff(world);
  const { id: helperRole } = await owner.roles.createRole({
    body: { storeId, name: "Helper", permissions: ["MANAGE_CUSTOMERS"] },
  });
  const [wide, narrow] = [
    await makeKey(clerk, storeId, "MANAGE_CUSTOMERS", "MANAGE_SETTINGS"),
    await makeKey(clerk, storeId, "MANAGE_SETTINGS"),
  ];
  const ofOwner = await makeKey(owner, storeId, "MANAGE_CUSTOMERS");
  await clerk.invitations.createInvitation({
    storeId,
    body: { email: "helper@example.com", roleId: helperRole },
  });
  const body = { permissions: ["MANAGE_SETTINGS" as const, "MANAGE_STAFF" as const] };
  await owner.roles.updateRole({ id: roleId, body });

  await expectRefused([readCustomers(world, wide, storeId)], unknownKey);
  expect(await owner.apiKeys.getApiKey({ id: narrow.id })).toMatchObject({ status: "ACTIVE" });
  expect(await readCustomers(world, ofOwner, storeId)).toMatchObject({ total: 0 });
  expect((await owner.invitations.listInvitations({ storeId })).items).toMatchObject([
    { status: "WITHDRAWN" },
  ]);
});

test("replacing a deleted role leaves no key that holds more permissions than the new role", async ({
  world,
}) => {
  const { storeId, owner, roleId, clerk } = await storeWithStaff(world);
  const key = await makeKey(clerk, storeId, "MANAGE_SETTINGS");
  const reassignTo = await builtInRole(world, storeId, "STAFF");
  await owner.roles.deleteRole({ id: roleId, reassignTo });
  expect(await owner.apiKeys.getApiKey({ id: key.id })).toMatchObject({ status: "INACTIVE" });
});

test("an older invitation doesn't give back permissions that a smaller role took away", async ({
  world,
}) => {
  const { storeId, owner, roleId, clerk } = await storeWithStaff(world);
  const email = clerk.email;
  const staff = await builtInRole(world, storeId, "STAFF");
  await owner.invitations.createInvitation({
    storeId,
    body: { email, roleId: await builtInRole(world, storeId, "MANAGER") },
  });
  const token = tokenIn((await world.sendMails()).at(-1));
  await owner.roles.assignRole({ body: { userId: clerk.userId, roleId: staff } });
  await owner.roles.revokeRole({ body: { userId: clerk.userId, roleId } });
  await expectRefused([clerk.invitations.acceptInvitation({ body: { token } })], {
    code: "INVITATION_NOT_PENDING",
  });
});

test("a key that another user reactivated stops working when that user is removed", async ({
  world,
}) => {
  const { storeId, owner, roleId, clerk } = await storeWithStaff(world);
  const accomplice = await person(world);
  await owner.roles.assignRole({ body: { userId: accomplice.userId, roleId } });
  const key = await makeKey(clerk, storeId, "MANAGE_CUSTOMERS");
  await owner.roles.removeStaff({ storeId, userId: clerk.userId });
  await accomplice.apiKeys.updateApiKey({ id: key.id, body: { status: "ACTIVE" } });
  expect(await readCustomers(world, key, storeId)).toMatchObject({ total: 0 });
  await owner.roles.removeStaff({ storeId, userId: accomplice.userId });
  await expectRefused([readCustomers(world, key, storeId)], unknownKey);
});

test("no key is created or extended while its creator is being removed", async ({ world }) => {
  for (let round = 0; round < rounds; round += 1) {
    const { storeId, owner, clerk } = await storeWithStaff(world);
    const key = await makeKey(clerk, storeId, "MANAGE_SETTINGS");
    await Promise.allSettled([
      owner.roles.removeStaff({ storeId, userId: clerk.userId }),
      makeKey(clerk, storeId, "MANAGE_CUSTOMERS"),
      makeKey(clerk, storeId, "MANAGE_CUSTOMERS"),
      clerk.apiKeys.updateApiKey({ id: key.id, body: { permissions: ["MANAGE_CUSTOMERS"] } }),
    ]);
    const { items } = await owner.apiKeys.listApiKeys({ storeId, status: "ACTIVE" });
    expect(items).toEqual([]);
  }
});
