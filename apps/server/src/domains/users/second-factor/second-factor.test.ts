import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { codeAt } from "../../../platform/auth/totp.ts";
import { moveClock, password, seedUser, signIn, signInAs } from "../user.fixture.ts";

const wrong = { code: "INVALID_CREDENTIALS", statusCode: 401 };

/** The code an app would show so many seconds from now. */
function codeIn(secret: Buffer, seconds: number): string {
  return codeAt(secret, Math.floor((Date.now() + seconds * 1000) / 30_000));
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** A user with the second step on; the clock stands at its beginning. */
async function withTotp(world: World) {
  const user = await signIn(world);
  const { users } = world.client({ accessToken: user.accessToken });
  const started = await users.startTotp({ body: { password } });
  const secret = fromBase32(started.secret);
  const { recoveryCodes } = await users.confirmTotp({ body: { code: codeIn(secret, 0) } });
  return { ...user, users, started, secret, recoveryCodes };
}

test("secret, code, recovery codes; from then on the password alone answers TOTP_REQUIRED", async ({
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

test("nothing of the secret or the codes can be read from the tables", async ({ world }) => {
  const user = await withTotp(world);
  const { rows } = await world.admin.query<{ secret: Buffer }>(
    "select secret from shop.second_factors",
  );
  expect(rows[0]?.secret.includes(user.secret)).toBe(false);
  const codes = await world.admin.query("select * from shop.recovery_codes");
  expect(codes.rows).toHaveLength(10);
  for (const code of user.recoveryCodes) expect(JSON.stringify(codes.rows)).not.toContain(code);
});

test("a code is good once, also for two who send it at the same moment, and an earlier one never after", async ({
  world,
}) => {
  const user = await withTotp(world);
  // The code it was confirmed with is used up.
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

test("a recovery code stands in once, however it is typed", async ({ world }) => {
  const user = await withTotp(world);
  const [first = "", second = ""] = user.recoveryCodes;
  expect(await signInAs(world, user.email, { code: first.toUpperCase() })).toBeDefined();
  await expect(signInAs(world, user.email, { code: first })).rejects.toMatchObject(wrong);
  expect(await signInAs(world, user.email, { code: second.replace("-", " ") })).toBeDefined();
});

test("a code is taken as apps show it, and a wrong one is told apart from a wrong password", async ({
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

test("another user's recovery code and code open nothing", async ({ world }) => {
  const [user, other] = [await withTotp(world), await withTotp(world)];
  moveClock(world, 60);
  for (const code of [other.recoveryCodes[0] ?? "", codeIn(other.secret, 60)])
    await expect(signInAs(world, user.email, { code })).rejects.toMatchObject(wrong);
});

const checkedOf = (codes: string[]) => codes.filter((code) => code === "INVALID_CREDENTIALS");

test("wrong codes are counted for the user over all networks, few in each", async ({ world }) => {
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
  // The quarter of an hour may turn in between.
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

test("a session's wrong passwords and codes use up none of another session's", async ({
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

test("a wrong password is a wrong password, whatever code comes with it", async ({ world }) => {
  const user = await withTotp(world);
  moveClock(world, 60);
  const body = { email: user.email, password: "wrong", code: codeIn(user.secret, 60) };
  await expect(world.client().users.login({ body })).rejects.toMatchObject({
    ...wrong,
    message: expect.stringContaining("Wrong email or password."),
  });
  expect(await signInAs(world, user.email, { code: body.code })).toBeDefined();
});

test("switching it on takes the password and a code, and signs out what came in without one", async ({
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

test("new recovery codes replace the old; switching off takes password and code", async ({
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

test("deleting the account asks an older session for password and code, once for all that is deleted", async ({
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
  // The code is used up, and the session is proven.
  await expect(users.deleteUser({ id, body: { currentPassword: "no" } })).rejects.toMatchObject(
    wrong,
  );
  const body = { currentPassword: password, code: user.recoveryCodes[0] };
  await users.deleteUser({ id, body });
});
