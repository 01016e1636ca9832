import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { codeAt } from "../../../platform/auth/totp.ts";
import {
  callRaw,
  deviceCookie,
  fromBase32,
  moveClock,
  password,
  seedUser,
  signIn,
  signInAs,
  tokenIn,
} from "../user.fixture.ts";

const wrong = { code: "INVALID_CREDENTIALS", statusCode: 401 };

/** The code that an app shows this many seconds from now. */
function codeIn(secret: Buffer, seconds: number): string {
  return codeAt(secret, Math.floor((Date.now() + seconds * 1000) / 30_000));
}

/** A user with two-step verification on, and the clock at the start of a code's period. */
async function withTotp(world: World) {
  const user = await signIn(world);
  const { users } = world.client({ accessToken: user.accessToken });
  const started = await users.startTotp({ body: { password } });
  const secret = fromBase32(started.secret);
  const { recoveryCodes } = await users.confirmTotp({ body: { code: codeIn(secret, 0) } });
  return { ...user, users, started, secret, recoveryCodes };
}

test("setup returns a secret, takes a code and returns recovery codes; then the password alone returns TOTP_REQUIRED", async ({
  world,
}) => {
  const user = await withTotp(world);
  expect(user.started.uri).toContain(`secret=${user.started.secret}`);
  expect(user.started.uri).toContain(encodeURIComponent(user.email));
  expect(new Set(user.recoveryCodes).size).toBe(10);
  for (const code of user.recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  expect((await user.users.getMe({})).hasTotp).toBe(true);
  await expect(signInAs(world, user.email)).rejects.toMatchObject({
    code: "TOTP_REQUIRED",
    statusCode: 401,
    details: null,
  });
  moveClock(world, 60);
  expect(await signInAs(world, user.email, { code: codeIn(user.secret, 60) })).toBeDefined();
});

test("the tables reveal neither the secret nor the recovery codes", async ({ world }) => {
  const user = await withTotp(world);
  const { rows } = await world.admin.query<{ secret: Buffer }>(
    "select secret from shop.second_factors",
  );
  expect(rows[0]?.secret.includes(user.secret)).toBe(false);
  const codes = await world.admin.query("select * from shop.recovery_codes");
  expect(codes.rows).toHaveLength(10);
  for (const code of user.recoveryCodes) expect(JSON.stringify(codes.rows)).not.toContain(code);
});

test("a code works once, even for concurrent calls, and earlier codes stop working", async ({
  world,
}) => {
  const user = await withTotp(world);
  // This code was used up by the confirmation.
  await expect(signInAs(world, user.email, { code: codeIn(user.secret, 0) })).rejects.toMatchObject(
    wrong,
  );
  moveClock(world, 90);
  const code = codeIn(user.secret, 90);
  const both = await Promise.allSettled([
    signInAs(world, user.email, { code }),
    signInAs(world, user.email, { code }),
  ]);
  expect(both.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(
    signInAs(world, user.email, { code: codeIn(user.secret, 60) }),
  ).rejects.toMatchObject(wrong);
});

test("a recovery code replaces a code once, in any spelling", async ({ world }) => {
  const user = await withTotp(world);
  const [first = "", second = ""] = user.recoveryCodes;
  expect(await signInAs(world, user.email, { code: first.toUpperCase() })).toBeDefined();
  await expect(signInAs(world, user.email, { code: first })).rejects.toMatchObject(wrong);
  expect(await signInAs(world, user.email, { code: second.replace("-", " ") })).toBeDefined();
});

test("accepts a code as apps display it, and tells a wrong code from a wrong password", async ({
  world,
}) => {
  const user = await withTotp(world);
  moveClock(world, 60);
  const right = codeIn(user.secret, 60);
  const spaced = `${right.slice(0, 3)} ${right.slice(3)}`;
  await expect(signInAs(world, user.email, { code: "000 000" })).rejects.toMatchObject({
    ...wrong,
    details: { field: "code" },
  });
  expect(await signInAs(world, user.email, { code: spaced })).toBeDefined();
});

test("another user's recovery code and code are rejected", async ({ world }) => {
  const [user, other] = [await withTotp(world), await withTotp(world)];
  moveClock(world, 60);
  for (const code of [other.recoveryCodes[0] ?? "", codeIn(other.secret, 60)])
    await expect(signInAs(world, user.email, { code })).rejects.toMatchObject(wrong);
});

const checkedOf = (codes: string[]) => codes.filter((code) => code === "INVALID_CREDENTIALS");

test("counts wrong codes per user over all networks, with a lower limit for each network", async ({
  world,
}) => {
  const user = await withTotp(world);
  const tryFrom = (address: string, i: number) =>
    world
      .client({ address })
      .users.login({ body: { email: user.email, password, code: String(i).padStart(6, "0") } })
      .then(
        () => "in",
        (error) => error.code as string,
      );
  const here = await Promise.all(Array.from({ length: 12 }, (_, i) => tryFrom("203.0.113.1", i)));
  // A new window may begin during the test, which doubles the limit.
  expect(checkedOf(here).length).toBeLessThanOrEqual(10);
  expect(checkedOf(here).length).toBeGreaterThanOrEqual(5);
  moveClock(world, 60);
  const elsewhere = { email: user.email, password, code: codeIn(user.secret, 60) };
  const owner = world.client({ address: "203.0.113.2" });
  expect(await owner.users.login({ body: elsewhere })).toBeDefined();
  const there = await Promise.all(
    Array.from({ length: 45 }, (_, i) => tryFrom(`198.51.100.${i}`, i)),
  );
  expect(checkedOf(there).length).toBeLessThanOrEqual(30);
  expect(there.filter((code) => code === "RATE_LIMITED").length).toBeGreaterThanOrEqual(15);
});

test("browsers known by a password or a mailed link share one limit on codes; one that passed a code has its own", async ({
  world,
}) => {
  const user = await signIn(world);
  const body = { email: user.email, password };
  const cookies: string[] = [];
  for (let i = 0; i < 8; i += 1)
    cookies.push(deviceCookie(await callRaw(world, "POST", "/users/login", { body })));
  const { users } = world.client({ accessToken: user.accessToken });
  const secret = fromBase32((await users.startTotp({ body: { password } })).secret);
  const { recoveryCodes } = await users.confirmTotp({ body: { code: codeIn(secret, 0) } });
  const tryCode = (code: string, cookie: string, address: string, as = password) =>
    callRaw(world, "POST", "/users/login", {
      body: { email: user.email, password: as, code },
      headers: { cookie, "x-forwarded-for": address },
    });
  const own = deviceCookie(await tryCode(recoveryCodes[0] ?? "", "", "203.0.113.1"));

  await world.client().users.forgotPassword({ body: { email: user.email } });
  const token = tokenIn((await world.sendMails()).at(-1));
  const changed = { token, password: "summer hats in may" };
  cookies.push(
    deviceCookie(await callRaw(world, "POST", "/users/reset-password", { body: changed })),
  );
  const answers: string[] = [];
  for (const [i, cookie] of cookies.entries())
    for (let n = 0; n < 5; n += 1)
      answers.push(
        (await tryCode("000000", cookie, `198.51.100.${i}`, changed.password)).json<{
          code: string;
        }>().code,
      );
  // A new window may begin during the test, which doubles the limit.
  expect(checkedOf(answers).length).toBeLessThanOrEqual(30);
  expect(answers.at(-1)).toBe("RATE_LIMITED");
  const entered = await tryCode(recoveryCodes[1] ?? "", own, "198.51.100.1", changed.password);
  expect(entered.statusCode).toBe(200);
});

test("wrong passwords and codes in one session use up none of another session's attempts", async ({
  world,
}) => {
  const user = await withTotp(world);
  moveClock(world, 60);
  const stolen = await signInAs(world, user.email, { code: codeIn(user.secret, 60) });
  const thief = world.client({ accessToken: stolen.accessToken }).users;
  const codes = new Set<string>();
  for (let i = 0; i < 25; i++) {
    const wrongPassword = { password: `wrong ${i}`, code: "000000" };
    await thief.removeTotp({ body: wrongPassword }).catch((error) => codes.add(error.code));
    const wrongCode = { password, code: String(i).padStart(6, "0") };
    await thief.removeTotp({ body: wrongCode }).catch((error) => codes.add(error.code));
  }
  expect(codes).toEqual(new Set(["INVALID_CREDENTIALS", "RATE_LIMITED"]));
  const recovery = user.recoveryCodes[0] ?? "";
  await user.users.removeTotp({ body: { password, code: recovery } });
  expect((await user.users.getMe({})).hasTotp).toBe(false);
});

test("a wrong password gets the same error with any code", async ({ world }) => {
  const user = await withTotp(world);
  moveClock(world, 60);
  const body = { email: user.email, password: "wrong", code: codeIn(user.secret, 60) };
  await expect(world.client().users.login({ body })).rejects.toMatchObject({
    ...wrong,
    message: expect.stringContaining("Wrong email or password."),
  });
  expect(await signInAs(world, user.email, { code: body.code })).toBeDefined();
});

test("turning it on takes the password and a code, and ends sessions opened without one", async ({
  world,
}) => {
  const user = await seedUser(world);
  const [here, there] = [await signInAs(world, user.email), await signInAs(world, user.email)];
  const { users } = world.client({ accessToken: here.accessToken });
  await expect(users.startTotp({ body: { password: "wrong" } })).rejects.toMatchObject(wrong);
  await expect(users.confirmTotp({ body: { code: "123456" } })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const forgotten = fromBase32((await users.startTotp({ body: { password } })).secret);
  const secret = fromBase32((await users.startTotp({ body: { password } })).secret);
  await expect(users.confirmTotp({ body: { code: codeIn(forgotten, 0) } })).rejects.toMatchObject(
    wrong,
  );
  expect(await signInAs(world, user.email)).toBeDefined();
  await users.confirmTotp({ body: { code: codeIn(secret, 0) } });
  await expect(
    world.client().users.refreshToken({ body: { refreshToken: there.refreshToken } }),
  ).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await expect(users.startTotp({ body: { password } })).rejects.toMatchObject({
    code: "ALREADY_EXISTS",
  });
});

test("new recovery codes replace the old ones, and turning it off takes password and code", async ({
  world,
}) => {
  const user = await withTotp(world);
  const { users } = world.client({ accessToken: user.accessToken });
  const code = user.recoveryCodes[0] ?? "";
  await expect(
    users.renewRecoveryCodes({ body: { password: "wrong", code } }),
  ).rejects.toMatchObject(wrong);
  const renewed = await users.renewRecoveryCodes({ body: { password, code } });
  expect(renewed.recoveryCodes).toHaveLength(10);
  const old = { password, code: user.recoveryCodes[1] ?? "" };
  await expect(users.removeTotp({ body: old })).rejects.toMatchObject(wrong);
  await expect(
    users.removeTotp({ body: { password: "wrong", code: renewed.recoveryCodes[0] ?? "" } }),
  ).rejects.toMatchObject(wrong);
  await users.removeTotp({ body: { password, code: renewed.recoveryCodes[0] ?? "" } });
  expect((await users.getMe({})).hasTotp).toBe(false);
  expect(await signInAs(world, user.email)).toBeDefined();
  await expect(
    users.removeTotp({ body: { password, code: renewed.recoveryCodes[1] ?? "" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  const left = await world.admin.query("select from shop.recovery_codes");
  expect(left.rowCount).toBe(0);
});

test("an older session needs password and code to delete the account, once for all its deletions", async ({
  world,
}) => {
  const user = await withTotp(world);
  const storeId = await seedStore(world);
  const { users, customers } = world.client({ accessToken: user.accessToken });
  const { id: customerId } = await customers.getMyCustomer({ storeId });
  moveClock(world, 11 * 60);
  const { id } = user;
  const erase = (code?: string) =>
    customers.eraseCustomer({ id: customerId, body: { currentPassword: password, code } });
  await expect(erase()).rejects.toMatchObject({ code: "TOTP_REQUIRED" });
  await expect(erase("000000")).rejects.toMatchObject(wrong);
  await erase(user.recoveryCodes[0]);
  // The session now counts as proven: a password that is sent must still be correct, but the used code is not checked.
  await expect(users.deleteUser({ id, body: { currentPassword: "no" } })).rejects.toMatchObject(
    wrong,
  );
  const body = { currentPassword: password, code: user.recoveryCodes[0] };
  await users.deleteUser({ id, body });
});
