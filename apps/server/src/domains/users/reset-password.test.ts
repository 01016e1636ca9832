import { users as contract } from "@vetrina/contract/people/users";
import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newPasswordsAnHour } from "./rules.ts";
import { moveClock, password, seedUser, signIn, signInAs, tokenIn } from "./user.fixture.ts";

const fresh = "summer hats in may";
const over = { code: "TOKEN_INVALID", statusCode: 400 };
const limited = test.extend({ options: { rateLimits: true } });

async function asked(world: World, email: string): Promise<string> {
  expect(await world.client().users.forgotPassword({ body: { email } })).toEqual({
    status: "PENDING",
  });
  return tokenIn((await world.sendMails()).at(-1));
}

test("the link sets a new password, ends all sessions and notifies the owner", async ({
  world,
}) => {
  const user = await signIn(world);
  const token = await asked(world, user.email.toUpperCase());
  const { users } = world.client();
  await users.resetPassword({ body: { token, password: fresh } });
  const dead = { code: "UNAUTHENTICATED" };
  await expect(
    users.refreshToken({ body: { refreshToken: user.refreshToken } }),
  ).rejects.toMatchObject(dead);
  await expect(
    world.client({ accessToken: user.accessToken }).users.getMe({}),
  ).rejects.toMatchObject(dead);
  await expect(signInAs(world, user.email)).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  expect(await users.login({ body: { email: user.email, password: fresh } })).toBeDefined();
  const notice = (await world.sendMails()).at(-1);
  expect(notice).toMatchObject({ to: user.email });
  expect(notice?.text).not.toContain(token);
  expect(notice?.text).toContain("All your devices were signed out.");
  await expect(users.resetPassword({ body: { token, password: fresh } })).rejects.toMatchObject(
    over,
  );
});

test("a link is checked without using it, and fails once it was used, replaced or expired", async ({
  world,
}) => {
  const { users } = world.client();
  const check = (token: string) => users.checkResetToken({ body: { token } });
  const [{ email }, other] = [await seedUser(world), await seedUser(world)];
  const first = await asked(world, email);
  await check(first);
  moveClock(world, 3000);
  await check(first);
  moveClock(world, 3601);
  await expect(check(first)).rejects.toMatchObject(over);
  moveClock(world, 0);
  const second = await asked(world, email);
  await expect(check(first)).rejects.toMatchObject(over);
  // Another user's request and reset concern only that user's link.
  const theirs = await asked(world, other.email);
  await users.resetPassword({ body: { token: theirs, password: fresh } });
  await expect(check(theirs)).rejects.toMatchObject(over);
  await check(second);
  await users.resetPassword({ body: { token: second, password: fresh } });
  await expect(check(second)).rejects.toMatchObject(over);
  expect(await users.login({ body: { email, password: fresh } })).toBeDefined();
});

limited(
  "checks and resets share a limit, and checking a valid link doesn't count",
  async ({ world }) => {
    const { email } = await seedUser(world);
    const token = await asked(world, email);
    const address = "198.51.100.7";
    const { users } = world.client({ address });
    const check = (of: string) => users.checkResetToken({ body: { token: of } });
    const reset = (of: string) => users.resetPassword({ body: { token: of, password: fresh } });
    const { limit } = contract.resetPassword.access;
    const forged = "x".repeat(64);

    await countResets(world, address, 5);
    for (let i = 0; i < 3; i += 1) await check(token);
    expect(await countedResets(world, address)).toBe(2 * 5);
    for (const attempt of [check, check, reset])
      await expect(attempt(forged)).rejects.toMatchObject(over);
    expect(await countedResets(world, address)).toBe(2 * 5 + 3);

    await countResets(world, address, limit);
    for (const attempt of [() => check(forged), () => check(token), () => reset(forged)])
      await expect(attempt()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await world.client({ address: "203.0.113.9" }).users.checkResetToken({ body: { token } });

    await countResets(world, address, limit - 1);
    await check(token);
    await reset(token);
  },
);

/** Sets the number of counted resets from an address, in this minute and the next. */
async function countResets(world: World, address: string, calls: number): Promise<void> {
  await world.admin.query(
    `insert into shop.rate_limits (bucket, window_start, calls)
     select $1, date_trunc('minute', now()) + n * interval '1 minute', $2 from generate_series(0, 1) n
     on conflict (bucket, window_start) do update set calls = excluded.calls`,
    [`resetPassword ${address}`, calls],
  );
}

/** The number of counted resets from an address in both minutes. */
async function countedResets(world: World, address: string): Promise<number> {
  const { rows } = await world.admin.query<{ calls: number }>(
    "select sum(calls)::int as calls from shop.rate_limits where bucket = $1",
    [`resetPassword ${address}`],
  );
  return rows[0]?.calls ?? 0;
}

test("the link works for one of ten concurrent uses, expires after an hour and survives a weak password", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const { users } = world.client();
  const late = await asked(world, email);
  moveClock(world, 3601);
  await expect(
    users.resetPassword({ body: { token: late, password: fresh } }),
  ).rejects.toMatchObject(over);
  moveClock(world, 0);
  const token = await asked(world, email);
  await expect(
    users.resetPassword({ body: { token: late, password: fresh } }),
  ).rejects.toMatchObject(over);
  await expect(
    users.resetPassword({ body: { token, password: "password123" } }),
  ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  const uses = await Promise.allSettled(
    Array.from({ length: 10 }, () => users.resetPassword({ body: { token, password: fresh } })),
  );
  expect(uses.filter((use) => use.status === "fulfilled")).toHaveLength(1);
});

test("an account's password is reset five times an hour, and the refused link works later", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const { users } = world.client();
  const tokens: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const token = await asked(world, email);
    tokens.push(token);
    if (i < 5) await users.resetPassword({ body: { token, password: `${fresh} ${i}` } });
  }
  const body = { token: tokens.at(-1) ?? "", password: fresh };
  await expect(users.resetPassword({ body })).rejects.toMatchObject({
    code: "RATE_LIMITED",
    message: "The password was changed too often. Wait up to an hour and try again.",
  });
  await world.admin.query("truncate shop.rate_limits");
  await users.resetPassword({ body });
});

test("the link also verifies the address", async ({ world }) => {
  const { id, email } = await seedUser(world);
  await world.admin.query("update shop.users set email_verified_at = null where id = $1", [id]);
  const token = await asked(world, email);
  await world.client().users.resetPassword({ body: { token, password: fresh } });
  const body = { email, password: fresh };
  expect(await world.client().users.login({ body })).toBeDefined();
});

test("rejects forged tokens, tokens of another purpose and those of a deleted user or a former address", async ({
  world,
}) => {
  const [deleted, moved] = [await seedUser(world), await seedUser(world)];
  const token = await asked(world, deleted.email);
  const former = await asked(world, moved.email);
  await world.admin.query("update shop.users set deleted_at = now() where id = $1", [deleted.id]);
  await world.admin.query("update shop.users set email = 'new@example.com' where id = $1", [
    moved.id,
  ]);
  const { users } = world.client();
  await users.register({ body: { name: "Vera", email: "vera@example.com", password } });
  const verification = tokenIn((await world.sendMails()).at(-1));
  for (const one of [
    token,
    former,
    verification,
    "x".repeat(64),
    `${token}=`,
    token.replace(/^./, "_"),
  ]) {
    await expect(users.checkResetToken({ body: { token: one } })).rejects.toMatchObject(over);
    await expect(
      users.resetPassword({ body: { token: one, password: fresh } }),
    ).rejects.toMatchObject(over);
  }
  await expect(users.verifyEmail({ body: { token } })).rejects.toMatchObject(over);
});

test("two-step verification stays on", async ({ world }) => {
  const { id, email } = await seedUser(world);
  await world.admin.query(
    "insert into shop.second_factors (user_id, secret, created_at, confirmed_at) values ($1, '', now(), now())",
    [id],
  );
  const token = await asked(world, email);
  await world.client().users.resetPassword({ body: { token, password: fresh } });
  await expect(
    world.client().users.login({ body: { email, password: fresh } }),
  ).rejects.toMatchObject({ code: "TOTP_REQUIRED" });
});

test("changing the password takes the current one, keeps this session, and ends other sessions and open links", async ({
  world,
}) => {
  const user = await seedUser(world);
  const [here, there] = [await signInAs(world, user.email), await signInAs(world, user.email)];
  const token = await asked(world, user.email);
  const { users } = world.client({ accessToken: here.accessToken });
  const change = (currentPassword: string, newPassword = fresh) =>
    users.changePassword({ body: { currentPassword, newPassword } });
  await expect(change("wrong")).rejects.toMatchObject({ code: "INVALID_CREDENTIALS" });
  await expect(change(password, "password123")).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "newPassword" }],
  });
  await expect(
    world.client().users.changePassword({
      body: { currentPassword: password, newPassword: fresh },
    }),
  ).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await change(password);
  expect(await users.getMe({})).toBeDefined();
  for (const refreshToken of [there.refreshToken])
    await expect(users.refreshToken({ body: { refreshToken } })).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
    });
  expect(await users.refreshToken({ body: { refreshToken: here.refreshToken } })).toBeDefined();
  await expect(users.resetPassword({ body: { token, password: fresh } })).rejects.toMatchObject(
    over,
  );
  const notice = (await world.sendMails()).at(-1);
  expect(notice).toMatchObject({ to: user.email });
  expect(notice?.text).toContain("was changed. Your other devices were signed out.");
});

test("counts attempts at the current password with a stolen token", async ({ world }) => {
  const { accessToken } = await signIn(world);
  const { users } = world.client({ accessToken });
  const codes = new Set<string>();
  for (let i = 0; i < 25; i++)
    await users
      .changePassword({ body: { currentPassword: `guess ${i}`, newPassword: fresh } })
      .catch((error) => codes.add(error.code));
  expect(codes).toEqual(new Set(["INVALID_CREDENTIALS", "RATE_LIMITED"]));
});

test("the same password is refused, in any composition, and leaves mailed links valid", async ({
  world,
}) => {
  const { email, accessToken } = await signIn(world);
  const { users } = world.client({ accessToken });
  const accented = "caf\u00e9 au lait";
  await users.changePassword({ body: { currentPassword: password, newPassword: accented } });
  const token = await asked(world, email);
  for (const newPassword of [accented, accented.normalize("NFD")])
    await expect(
      users.changePassword({ body: { currentPassword: accented, newPassword } }),
    ).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "newPassword", message: "Choose a password other than the current one." }],
    });
  await world.client().users.resetPassword({ body: { token, password: fresh } });
});

test("someone with the password voids the owner's links only a few times an hour", async ({
  world,
}) => {
  const { email, accessToken } = await signIn(world);
  const { users } = world.client({ accessToken });
  const change = (currentPassword: string, newPassword: string) =>
    users.changePassword({ body: { currentPassword, newPassword } });
  let current = password;
  for (let i = 0; i < newPasswordsAnHour; i += 1) {
    await change(current, `summer hats ${i}`);
    current = `summer hats ${i}`;
  }
  const token = await asked(world, email);
  await expect(change(current, fresh)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await world.client().users.resetPassword({ body: { token, password: fresh } });
});

test("the mail about a reset names the store where it was requested, not the platform host's store", async ({
  world,
}) => {
  await seedStore(world, { slug: "first", name: "First" });
  await seedStore(world, { slug: "home", name: "Home" });
  const { email } = await seedUser(world, "ada@example.com");
  await world.client({ host: "home.localhost" }).users.forgotPassword({ body: { email } });
  const token = tokenIn((await world.sendMails()).at(-1));
  await world.client().users.resetPassword({ body: { token, password: "summer hats in may" } });
  const mail = (await world.sendMails()).at(-1);
  expect(mail?.subject).toBe("Your password for Vetrina was changed");
  expect(mail?.text).toContain("requested at the store Home, which runs on Vetrina.");
  expect(mail?.text).toContain(`${world.services.publicUrl}/reset-password?store=home`);
  expect(mail?.text).not.toMatch(/first|reply to/i);
});
