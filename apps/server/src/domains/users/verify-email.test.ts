import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { password, signIn, tokenIn } from "./user.fixture.ts";

const email = "vera@example.com";
const attackers = "somebody else's words";
const verified = { status: "VERIFIED", email, needsPassword: false };

async function registered(world: World): Promise<string> {
  await world.client().users.register({ body: { name: "Eve", email, password: attackers } });
  return tokenIn((await world.sendMails()).at(-1));
}

test("the reader of the mail who does not know the password sets one, and the old one stops working", async ({
  world,
}) => {
  const { users } = world.client();
  const token = await registered(world);
  await expect(
    users.verifyEmail({ body: { token, password: "what I would have chosen" } }),
  ).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  await expect(users.login({ body: { email, password: attackers } })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });

  await expect(
    users.verifyEmail({ body: { token, newPassword: "vera@example.com" } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "newPassword" }] });
  expect(await users.verifyEmail({ body: { token, newPassword: password } })).toEqual(verified);
  await expect(users.login({ body: { email, password: attackers } })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  expect((await users.login({ body: { email, password } })).user.email).toBe(email);
});

test("the reader of the mail who registered confirms with the password they chose", async ({
  world,
}) => {
  const { users } = world.client();
  const token = await registered(world);
  expect(await users.verifyEmail({ body: { token, password: attackers } })).toEqual(verified);
  expect((await users.login({ body: { email, password: attackers } })).user.email).toBe(email);
});

test("a link that changes an account's email requires its current password and accepts no new one", async ({
  world,
}) => {
  const mover = await signIn(world);
  const own = world.client({ accessToken: mover.accessToken }).users;
  await own.updateUser({ id: mover.id, body: { email, currentPassword: password } });
  const token = tokenIn((await world.sendMails()).findLast(({ to }) => to === email));
  const { users } = world.client();
  await expect(users.verifyEmail({ body: { token, password: attackers } })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  await expect(
    users.verifyEmail({ body: { token, newPassword: attackers } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "newPassword" }] });
  // A new password in the same request must not bypass the check of the account's current one.
  await expect(
    users.verifyEmail({ body: { token, password: attackers, newPassword: attackers } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "newPassword" }] });
  expect((await own.getMe({})).email).not.toBe(email);
  expect(await users.verifyEmail({ body: { token, password } })).toEqual(verified);
  expect((await own.getMe({})).email).toBe(email);
});

test("a link's password can be tried five times per network, and its token stays valid", async ({
  world,
}) => {
  const { users } = world.client();
  const token = await registered(world);
  const tries: unknown[] = [];
  for (let i = 0; i < 7; i += 1)
    tries.push(
      await users
        .verifyEmail({ body: { token, password: `wrong ${i}` } })
        .catch(({ code }) => code),
    );
  expect(tries).toEqual([
    ...Array.from({ length: 5 }, () => "INVALID_CREDENTIALS"),
    "RATE_LIMITED",
    "RATE_LIMITED",
  ]);
  expect(await users.verifyEmail({ body: { token, newPassword: password } })).toEqual(verified);
});
