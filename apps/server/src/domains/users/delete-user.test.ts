import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { openShopFor } from "../customers/customers.fixture.ts";
import { passwordAttempts, provenMs } from "./rules.ts";
import { callRaw, moveClock, password, signIn } from "./user.fixture.ts";

const minute = 60;
const missing = {
  code: "VALIDATION_FAILED",
  details: [{ path: "currentPassword", message: "Enter your password." }],
};
const wrong = { code: "INVALID_CREDENTIALS", statusCode: 401 };

test("a recently signed-in user deletes the account without a body, but not with a wrong password", async ({
  world,
}) => {
  const { id, accessToken } = await signIn(world);
  moveClock(world, provenMs / 1000 - minute);
  const body = { currentPassword: "another password" };
  await expect(world.client({ accessToken }).users.deleteUser({ id, body })).rejects.toMatchObject(
    wrong,
  );
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await callRaw(world, "DELETE", `/users/${id}`, { headers })).statusCode).toBe(204);
});

test("a later deletion needs the password as well as the token, and attempts are counted", async ({
  world,
}) => {
  const { id, accessToken } = await signIn(world);
  const { users } = world.client({ accessToken });
  moveClock(world, provenMs / 1000 + 1);
  await expect(users.deleteUser({ id })).rejects.toMatchObject(missing);
  await expect(users.deleteUser({ id, body: { code: "123456" } })).rejects.toMatchObject(missing);
  const body = { currentPassword: "another password" };
  for (let i = 0; i < passwordAttempts.ofDevice; i += 1)
    await expect(users.deleteUser({ id, body })).rejects.toMatchObject(wrong);
  await expect(users.deleteUser({ id, body: { currentPassword: password } })).rejects.toMatchObject(
    { code: "RATE_LIMITED" },
  );
  await world.admin.query("truncate shop.rate_limits");
  await users.deleteUser({ id, body: { currentPassword: password } });
});

test("refreshing a session does not count as a new login", async ({ world }) => {
  const { id, refreshToken } = await signIn(world);
  moveClock(world, provenMs / 1000 + 1);
  const body = { refreshToken, rotate: true };
  const { accessToken } = await world.client().users.refreshToken({ body });
  await expect(world.client({ accessToken }).users.deleteUser({ id })).rejects.toMatchObject(
    missing,
  );
});

test("a customer's token without a password erases none of their data in a store", async ({
  world,
}) => {
  const { storeId, order } = await openShopFor(world);
  const { email, accessToken } = await signIn(world);
  const client = world.client({ accessToken });
  const { id } = await client.customers.getMyCustomer({ storeId });
  await order(world.client(), { email });
  moveClock(world, provenMs / 1000 + 1);
  await expect(client.customers.eraseCustomer({ id })).rejects.toMatchObject(missing);
  const { rows } = await world.admin.query("select cancelled_at from shop.orders");
  expect(rows).toEqual([{ cancelled_at: null }]);
  const body = { currentPassword: "another password" };
  await expect(client.customers.eraseCustomer({ id, body })).rejects.toMatchObject(wrong);
});
