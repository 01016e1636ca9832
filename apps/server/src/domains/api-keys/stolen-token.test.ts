import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { member } from "../roles/roles.fixture.ts";
import { provenMs } from "../users/rules.ts";
import { moveClock, password, signInAs } from "../users/user.fixture.ts";

const missing = {
  code: "VALIDATION_FAILED",
  details: [{ path: "currentPassword", message: "Enter your password." }],
};
const wrong = { code: "INVALID_CREDENTIALS", statusCode: 401 };

test("the token of an old session can't create or extend an API key or delete a store", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const { accessToken, refreshToken } = await signInAs(world, owner.email);
  const key = { name: "Till", permissions: ["MANAGE_ORDERS" as const] };
  const made = await world.client({ accessToken }).apiKeys.createApiKey({ storeId, body: key });
  moveClock(world, provenMs / 1000 + 1);
  const refreshed = await world.client().users.refreshToken({ body: { refreshToken } });
  const { apiKeys, stores } = world.client(refreshed);
  const { id } = made;
  const widening = [
    { permissions: ["MANAGE_ORDERS" as const, "MANAGE_CUSTOMERS" as const] },
    { status: "ACTIVE" as const },
    { expiresAt: null },
  ];
  for (const proof of [{}, { currentPassword: "another password" }]) {
    const refusal = "currentPassword" in proof ? wrong : missing;
    await expect(
      apiKeys.createApiKey({ storeId, body: { ...key, ...proof } }),
    ).rejects.toMatchObject(refusal);
    await expect(stores.deleteStore({ id: storeId, body: proof })).rejects.toMatchObject(refusal);
    for (const change of widening)
      await expect(
        apiKeys.updateApiKey({ id, body: { ...change, ...proof } }),
      ).rejects.toMatchObject(refusal);
  }
  // Renaming or deactivating a key needs no proof, so that a lost key can be deactivated immediately.
  await apiKeys.updateApiKey({ id, body: { name: "Lost", status: "INACTIVE" } });
  const proof = { currentPassword: password };
  await apiKeys.updateApiKey({ id, body: { status: "ACTIVE", ...proof } });
  // A proof of identity stays valid for ten minutes in the same session.
  await apiKeys.createApiKey({ storeId, body: key });
  await stores.deleteStore({ id: storeId });
});

test("with two-step verification, the password alone is not enough either", async ({ world }) => {
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const client = world.client(await signInAs(world, owner.email));
  const body = { name: "Till", permissions: ["MANAGE_ORDERS" as const] };
  const { id } = await client.apiKeys.createApiKey({ storeId, body });
  await world.admin.query(
    "insert into shop.second_factors (user_id, secret, created_at, confirmed_at) values ($1, '', now(), now())",
    [owner.userId],
  );
  moveClock(world, provenMs / 1000 + 1);
  const proof = { currentPassword: password };
  const contact = { email: "desk@shop.example", phone: null, address: [], hours: [] };
  for (const call of [
    () => client.apiKeys.createApiKey({ storeId, body: { ...body, ...proof } }),
    () => client.apiKeys.updateApiKey({ id, body: { status: "ACTIVE", ...proof } }),
    () => client.stores.updateStore({ id: storeId, body: { contact, ...proof } }),
    () => client.stores.deleteStore({ id: storeId, body: proof }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "TOTP_REQUIRED" });
});
