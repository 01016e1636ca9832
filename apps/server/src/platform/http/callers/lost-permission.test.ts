import { expect } from "vitest";
import { seedSession, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { member, seedRole } from "../../../domains/roles/roles.fixture.ts";
import { theChecks } from "../api-server.ts";

test("a call whose permission is taken away after it was authorized is refused", async ({
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
  let meanwhile: (() => Promise<unknown>) | null = null;
  // Stands in for a slow body, or for a wait for a connection.
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
  const list = async (bearer: string) => {
    const { statusCode } = await app.inject({
      url: `/api/v1/orders/store/${storeId}`,
      headers: { authorization: `Bearer ${bearer}` },
    });
    return statusCode;
  };
  expect([await list(token), await list(made.key)]).toEqual([200, 200]);
  meanwhile = () => owner.roles.revokeRole(assignment);
  expect(await list(token)).toBe(403);
  meanwhile = () =>
    owner.apiKeys.updateApiKey({ id: made.id, body: { permissions: ["MANAGE_SETTINGS"] } });
  expect(await list(made.key)).toBe(403);
  await app.close();
});
