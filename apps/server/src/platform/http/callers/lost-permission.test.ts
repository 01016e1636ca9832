import { expect } from "vitest";
import { seedSession, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { member, seedRole } from "../../../domains/roles/roles.fixture.ts";
import { theChecks } from "../api-server.ts";

/**
 * Calls an app that runs the work given to `during` right after it authorizes a call. The work stands for whatever
 * happens while a call receives a slow body or waits for a connection.
 */
function slowCalls(world: World) {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const authorize: typeof theChecks.authorize = async (...about) => {
    const granted = await theChecks.authorize(...about);
    await meanwhile?.();
    return granted;
  };
  const app = buildApp(world.services, {
    rateLimits: false,
    checkResponses: true,
    trustProxy: false,
    checks: { ...theChecks, authorize },
  });
  return {
    async get(bearer: string, url: string) {
      const headers = { authorization: `Bearer ${bearer}` };
      const { statusCode } = await app.inject({ url: `/api/v1/${url}`, headers });
      return statusCode;
    },
    during(work: () => Promise<unknown>) {
      meanwhile = work;
    },
    close: () => app.close(),
  };
}

test("a call whose permission is revoked after it was authorized is rejected", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const { userId } = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const token = await seedSession(world, userId);
  const roleId = await seedRole(world, storeId, ["MANAGE_ORDERS"]);
  const assignment = { body: { userId, roleId } };
  await owner.roles.assignRole(assignment);
  const made = await owner.apiKeys.createApiKey({
    storeId,
    body: { name: "Orders", permissions: ["MANAGE_ORDERS", "MANAGE_SETTINGS"] },
  });
  const calls = slowCalls(world);
  const list = (bearer: string) => calls.get(bearer, `orders/store/${storeId}`);
  expect([await list(token), await list(made.key)]).toEqual([200, 200]);
  calls.during(() => owner.roles.revokeRole(assignment));
  expect(await list(token)).toBe(403);
  calls.during(() =>
    owner.apiKeys.updateApiKey({ id: made.id, body: { permissions: ["MANAGE_SETTINGS"] } }),
  );
  expect(await list(made.key)).toBe(403);
  await calls.close();
});

test("a call is also rejected if the second of its permissions is revoked", async ({ world }) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const { userId } = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const token = await seedSession(world, userId);
  const roleId = await seedRole(world, storeId, ["MANAGE_CUSTOMERS"]);
  const assignment = { body: { userId, roleId } };
  await owner.roles.assignRole(assignment);
  const made = await owner.apiKeys.createApiKey({
    storeId,
    body: { name: "Log", permissions: ["MANAGE_SETTINGS", "MANAGE_CUSTOMERS"] },
  });
  const calls = slowCalls(world);
  // For callers with MANAGE_CUSTOMERS, this call also lists entries about customers.
  const list = (bearer: string) => calls.get(bearer, `logging/audit?storeId=${storeId}`);
  expect([await list(token), await list(made.key)]).toEqual([200, 200]);
  calls.during(() => owner.roles.revokeRole(assignment));
  expect(await list(token)).toBe(403);
  calls.during(() =>
    owner.apiKeys.updateApiKey({ id: made.id, body: { permissions: ["MANAGE_SETTINGS"] } }),
  );
  expect(await list(made.key)).toBe(403);
  await calls.close();
});
