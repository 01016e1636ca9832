// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { createTestGateway } from "../../gateways/test.ts";
import { member } from "../roles/roles.fixture.ts";
import { provenMs } from "../users/rules.ts";
import { moveClock, password, signInAs } from "../users/user.fixture.ts";

const missing = {
  code: "VALIDATION_FAILED",
  details: [{ path: "currentPassword", message: "Enter your password." }],
};
const wrong = { code: "INVALID_CREDENTIALS", statusCode: 401 };

test("the token of an old session is not enough to redirect a store's payments to another account", async ({
  world,
}) => {
  const { services } = world;
  const test = createTestGateway(services.database, services.now);
  services.gateways = {
    find: (provider, environment) => ({ ...test, provider, environment }),
    sandbox: {},
    nameOf: () => "Mollie",
  };
  const storeId = await seedStore(world);
  const owner = await member(world, storeId, "ADMIN");
  const { accessToken, refreshToken } = await signInAs(world, owner.email);
  const mollie = { provider: "mollie", credentials: { apiKey: "test_mine" } };
  const made = await world.client({ accessToken }).payments.createPaymentProvider({
    storeId,
    body: { ...mollie, environment: "TEST" },
  });
  const { id } = made;
  moveClock(world, provenMs / 1000 + 1);
  const refreshed = await world.client().users.refreshToken({ body: { refreshToken } });
  const { payments } = world.client(refreshed);
  const live = { provider: "mollie", environment: "LIVE", credentials: { apiKey: "live_theirs" } };
  const theirs = { credentials: { apiKey: "test_theirs" } };
  for (const proof of [{}, { currentPassword: "another password" }]) {
    const refusal = "currentPassword" in proof ? wrong : missing;
    await expect(
      payments.createPaymentProvider({ storeId, body: { ...live, ...proof } }),
    ).rejects.toMatchObject(refusal);
    for (const change of [theirs, { clientId: "pfl_theirs" }, { applePayDomainFile: "theirs" }])
      await expect(
        payments.updatePaymentProvider({ id, body: { ...change, ...proof } }),
      ).rejects.toMatchObject(refusal);
  }
  // Activating a provider requires a proof of identity; deactivating and checking it do not.
  await payments.updatePaymentProvider({ id, body: {} });
  await payments.updatePaymentProvider({ id, body: { isActive: false } });
  await expect(
    payments.updatePaymentProvider({ id, body: { isActive: true } }),
  ).rejects.toMatchObject(missing);
  const proof = { currentPassword: password };
  await payments.updatePaymentProvider({ id, body: { isActive: true, ...proof } });
  await payments.updatePaymentProvider({ id, body: theirs });
  // With two-step verification, the password alone isn't enough either.
  await world.admin.query(
    "insert into shop.second_factors (user_id, secret, created_at, confirmed_at) values ($1, '', now(), now())",
    [owner.userId],
  );
  moveClock(world, (2 * provenMs) / 1000 + 2);
  const again = await world.client().users.refreshToken({ body: { refreshToken } });
  const later = world.client(again).payments;
  for (const call of [
    () => later.createPaymentProvider({ storeId, body: { ...live, ...proof } }),
    () => later.updatePaymentProvider({ id, body: { ...theirs, ...proof } }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "TOTP_REQUIRED" });
});
