import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { tokenIn } from "../users/user.fixture.ts";
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
