import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { password, tokenIn } from "../users/user.fixture.ts";
import { builtInRole, expectRefused, member } from "./roles.fixture.ts";

const permissions = ["MANAGE_CUSTOMERS", "MANAGE_SETTINGS", "MANAGE_ORDERS"] as const;

async function storeWithManager(world: World) {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const manager = await member(world, storeId, "MANAGER");
  const body = { name: "Feed", permissions: [...permissions] };
  const [unrelated, { id, key }] = [
    await owner.apiKeys.createApiKey({ storeId, body }),
    await manager.apiKeys.createApiKey({ storeId, body }),
  ];
  return { storeId, owner, manager, id, keys: { unrelated: unrelated.key, made: key } };
}

test("a removed user reads nothing with a key they created or an earlier invitation", async ({
  world,
}) => {
  const { storeId, owner, manager, id, keys } = await storeWithManager(world);
  const roleId = await builtInRole(world, storeId, "STAFF");
  await owner.invitations.createInvitation({ storeId, body: { email: manager.email, roleId } });
  const token = tokenIn((await world.sendMails()).at(-1));
  await owner.roles.removeStaff({ storeId, userId: manager.userId });

  const program = world.client({ accessToken: keys.made });
  await expectRefused([program.customers.listCustomers({ storeId })], { code: "UNAUTHENTICATED" });
  await expectRefused([manager.invitations.acceptInvitation({ body: { token } })], {
    code: "INVITATION_NOT_PENDING",
  });
  expect((await owner.invitations.listInvitations({ storeId })).items).toMatchObject([
    { status: "WITHDRAWN" },
  ]);
  const others = world.client({ accessToken: keys.unrelated });
  expect(await others.customers.listCustomers({ storeId })).toMatchObject({ total: 0 });
  // An owner who knows what the key is for reactivates it.
  expect(await owner.apiKeys.getApiKey({ id })).toMatchObject({ status: "INACTIVE" });
  await owner.apiKeys.updateApiKey({ id, body: { status: "ACTIVE" } });
  expect(await program.customers.listCustomers({ storeId })).toMatchObject({ total: 0 });
});

test("a smaller role leaves no key that holds more permissions", async ({ world }) => {
  const { storeId, owner, manager, keys } = await storeWithManager(world);
  const userId = manager.userId;
  await owner.roles.assignRole({
    body: { userId, roleId: await builtInRole(world, storeId, "STAFF") },
  });
  const roleId = await builtInRole(world, storeId, "MANAGER");
  await owner.roles.revokeRole({ body: { userId, roleId } });
  await expectRefused(
    [world.client({ accessToken: keys.made }).customers.listCustomers({ storeId })],
    { code: "UNAUTHENTICATED" },
  );
});

test("a removed user can't rejoin with an invitation to a former email of their account", async ({
  world,
}) => {
  const { storeId, owner, manager } = await storeWithManager(world);
  const roleId = await builtInRole(world, storeId, "STAFF");
  await owner.invitations.createInvitation({ storeId, body: { email: manager.email, roleId } });
  await owner.invitations.createInvitation({ storeId, body: { email: "eve@example.com", roleId } });
  const invited = (await world.sendMails()).find(({ to }) => to === manager.email);
  const token = tokenIn(invited);
  const { userId: id } = manager;
  const asked = { email: "moved@example.com", currentPassword: password };
  await manager.users.updateUser({ id, body: asked });
  const link = (await world.sendMails()).find(({ to }) => to === asked.email);
  await world.client().users.verifyEmail({ body: { token: tokenIn(link), password } });
  await owner.roles.removeStaff({ storeId, userId: id });

  const body = { token, name: "Max", password: "another good password" };
  await expectRefused([world.client().invitations.acceptInvitation({ body })], {
    code: "INVITATION_NOT_PENDING",
  });
  const { items } = await owner.invitations.listInvitations({ storeId });
  expect(new Map(items.map(({ email, status }) => [email, status]))).toEqual(
    new Map([
      [manager.email, "WITHDRAWN"],
      ["eve@example.com", "PENDING"],
    ]),
  );
  const { items: entries } = await owner.logging.listAuditEntries({
    storeId,
    entityType: "invitation",
  });
  expect(entries[0]).toMatchObject({ action: "DELETE", before: { roleId } });
});

test("an unverified account that changes its email withdraws no invitation to the old one", async ({
  world,
}) => {
  const { storeId, owner, manager } = await storeWithManager(world);
  const roleId = await builtInRole(world, storeId, "STAFF");
  await owner.invitations.createInvitation({ storeId, body: { email: manager.email, roleId } });
  await world.sendMails();
  const { userId: id } = manager;
  const asked = { email: "moved@example.com", currentPassword: password };
  await manager.users.updateUser({ id, body: asked });
  await world.admin.query("update shop.users set email_verified_at = null where id = $1", [id]);
  const link = (await world.sendMails()).find(({ to }) => to === asked.email);
  await world.client().users.verifyEmail({ body: { token: tokenIn(link), password } });
  expect((await owner.invitations.listInvitations({ storeId })).items).toMatchObject([
    { status: "PENDING" },
  ]);
});
