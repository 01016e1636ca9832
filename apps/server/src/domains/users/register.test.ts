import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { moveClock, seedUser, tokenIn } from "./user.fixture.ts";

const password = "winter coats in july";
const email = "ada@example.com";
const pending = { status: "PENDING" };

const register = (world: World, over: { email?: string; password?: string; host?: string } = {}) =>
  world.client({ host: over.host ?? "localhost" }).users.register({
    body: { name: "Ada", email: over.email ?? email, password: over.password ?? password },
  });

const signIn = (world: World, over: { password?: string } = {}) =>
  world.client().users.login({ body: { email, password, ...over } });

test("a mailed link in the platform's name verifies the account, once", async ({ world }) => {
  await seedStore(world, { slug: "other", name: "Other" });
  await seedStore(world, { slug: "mine", name: "Mine" });
  expect(await register(world, { email: " Ada@Example.com", host: "mine.localhost" })).toEqual(
    pending,
  );
  await expect(signIn(world)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  const [mail] = await world.sendMails();
  expect(mail).toMatchObject({ to: email, from: { name: "Vetrina" } });
  expect(mail?.text).toContain("http://localhost:3000/verify-email?token=");
  const body = { token: tokenIn(mail) };
  const uses = await Promise.allSettled(
    Array.from({ length: 5 }, () => world.client().users.verifyEmail({ body })),
  );
  expect(uses.filter((use) => use.status === "fulfilled")).toHaveLength(1);
  await expect(world.client().users.verifyEmail({ body })).rejects.toMatchObject({
    code: "TOKEN_INVALID",
    statusCode: 400,
  });
  expect((await signIn(world)).user).toMatchObject({
    email,
    name: "Ada",
    isPlatformAdmin: false,
    roles: [],
  });
  const audited = await world.admin.query("select action from shop.account_entries order by id");
  expect(audited.rows.map((row) => row.action)).toEqual(["CREATE", "UPDATE", "LOGIN"]);
});

test("at a host without a store, the platform is the sender and links to its own address", async ({
  world,
}) => {
  await seedStore(world);
  await register(world, { host: "evil.example" });
  const [mail] = await world.sendMails();
  expect(mail?.text).toContain("http://localhost:3000/verify-email?token=");
  expect(mail?.text).not.toContain("evil.example");
});

test("an address with an account gets the same answer and a different mail, and the account is unchanged", async ({
  world,
}) => {
  const user = await seedUser(world, email);
  const before = await world.admin.query("select * from shop.users");
  expect(await register(world, { email: email.toUpperCase() })).toEqual(pending);
  const mails = await world.sendMails();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: email });
  expect(mails[0]?.text).not.toContain("token=");
  expect((await world.admin.query("select * from shop.users")).rows).toEqual(before.rows);
  expect(user.email).toBe(email);
});

test("registering an unverified address again voids all its passwords, and the reader of its mail sets one", async ({
  world,
}) => {
  await register(world, { password: "the attacker's words" });
  const [first] = await world.sendMails();
  await register(world);
  for (const tried of ["the attacker's words", password])
    await expect(signIn(world, { password: tried })).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
  const audited = await world.admin.query(
    "select action, after from shop.account_entries order by id",
  );
  expect(audited.rows).toEqual([
    { action: "CREATE", after: null },
    { action: "UPDATE", after: { password: "void" } },
  ]);
  const second = (await world.sendMails()).at(-1);
  expect(second?.text).toContain("/reset-password?token=");
  const { users } = world.client();
  await users.verifyEmail({ body: { token: tokenIn(first) } });
  await expect(signIn(world)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  await users.resetPassword({ body: { token: tokenIn(second), password } });
  expect(await signIn(world)).toBeDefined();
});

test("registering again with the same password keeps it and sends the mail again", async ({
  world,
}) => {
  await register(world);
  await world.sendMails();
  await register(world);
  const again = (await world.sendMails()).at(-1);
  expect(again?.text).toContain("/verify-email?token=");
  await world.client().users.verifyEmail({ body: { token: tokenIn(again) } });
  expect(await signIn(world)).toBeDefined();
  // A voided password stays void, even if a third person guesses it.
  await register(world, { email: "b@example.com", password: "one of two people" });
  await register(world, { email: "b@example.com", password: "the other of two" });
  await register(world, { email: "b@example.com", password: "one of two people" });
  expect((await world.sendMails()).at(-1)?.text).toContain("/reset-password?token=");
});

test("twenty concurrent registrations of one address create one account", async ({ world }) => {
  await Promise.all(Array.from({ length: 20 }, () => register(world)));
  expect((await world.admin.query("select from shop.users")).rowCount).toBe(1);
});

test("limits the mails to one address for all requests, with the same answers", async ({
  world,
}) => {
  await register(world);
  const { users } = world.client();
  for (let i = 0; i < 20; i++) {
    expect(await users.resendVerificationEmail({ body: { email } })).toEqual(pending);
    expect(await users.forgotPassword({ body: { email } })).toEqual(pending);
  }
  // A new hour may begin during the test, which doubles the limit.
  expect((await world.sendMails()).length).toBeLessThanOrEqual(8);
});

test("rejects weak passwords, passwords that contain the email, and unknown fields", async ({
  world,
}) => {
  for (const weak of ["short", "password123", "1234567890", `x${email}x`])
    await expect(register(world, { password: weak })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "password" }],
    });
  const body = { name: "Ada", email, password, isPlatformAdmin: true };
  await expect(world.client().users.register({ body })).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "isPlatformAdmin" }],
  });
  expect((await world.admin.query("select from shop.users")).rowCount).toBe(0);
});

test("sends the mail again only for a pending registration, and its link replaces the first", async ({
  world,
}) => {
  await register(world);
  const [first] = await world.sendMails();
  await seedUser(world, "proven@example.com");
  const { users } = world.client();
  for (const to of [email, "proven@example.com", "nobody@example.com"])
    expect(await users.resendVerificationEmail({ body: { email: to } })).toEqual(pending);
  const [, second, ...others] = await world.sendMails();
  expect(others).toEqual([]);
  expect(second?.to).toBe(email);
  await expect(users.verifyEmail({ body: { token: tokenIn(first) } })).rejects.toMatchObject({
    code: "TOKEN_INVALID",
  });
  moveClock(world, 4 * 24 * 3600);
  await expect(users.verifyEmail({ body: { token: tokenIn(second) } })).rejects.toMatchObject({
    code: "TOKEN_INVALID",
  });
  moveClock(world, 3600);
  await users.verifyEmail({ body: { token: tokenIn(second) } });
});

test("nothing stored for an unknown address reveals it", async ({ world }) => {
  const { users } = world.client();
  await users.forgotPassword({ body: { email: "nobody@example.com" } });
  await users.resendVerificationEmail({ body: { email: "nobody@example.com" } });
  expect(await world.sendMails()).toEqual([]);
  for (const table of ["mailed_tokens", "account_mails", "mails", "rate_limits"]) {
    const { rows } = await world.admin.query(`select * from shop.${table}`);
    expect(JSON.stringify(rows)).not.toContain("nobody@example.com");
  }
});
