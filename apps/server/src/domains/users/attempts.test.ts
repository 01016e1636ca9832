// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { noCaller } from "../../platform/http/callers/caller.ts";
import { builtInRole, member } from "../roles/roles.fixture.ts";
import { attemptsAt } from "./attempts.ts";
import { passwordAttempts } from "./rules.ts";
import { callRaw, deviceCookie, password, seedUser, signIn, tokenIn } from "./user.fixture.ts";

const fresh = "summer hats in may";

/** Returns the error codes of `count` logins with a wrong password. `address` returns each attempt's IP address. */
async function attack(
  world: World,
  email: string,
  count: number,
  address: (i: number) => string,
): Promise<string[]> {
  const codes: string[] = [];
  for (let i = 0; i < count; i++)
    codes.push(
      await world
        .client({ address: address(i) })
        .users.login({
          body: { email: i % 2 === 0 ? email : email.toUpperCase(), password: "wrong" },
        })
        .then(String, (error) => error.code),
    );
  return codes;
}

const attacker = "198.51.100.7";
const times = (codes: readonly string[], code: string) =>
  codes.filter((one) => one === code).length;

/** Sets the counters as if other networks had sent this many wrong passwords in this window and the next. */
async function countElsewhere(world: World, email: string, calls: number): Promise<void> {
  const ctx = { caller: noCaller, services: world.services };
  const { all } = attemptsAt(ctx, "password", email, passwordAttempts, null);
  await world.admin.query(
    `insert into shop.rate_limits (bucket, window_start, calls)
     select $1, to_timestamp(floor(extract(epoch from now()) / 900) * 900 + w), $2 from unnest('{0,900}'::int[]) w
     on conflict (bucket, window_start) do update set calls = $2`,
    [all?.name, calls],
  );
}

test("wrong passwords from one address lock out only that address, for known and unknown emails", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  for (const target of [email, "nobody@example.com"]) {
    const codes = await attack(world, target, 25, () => attacker);
    // A new window may begin during the test, which doubles the limit.
    expect(times(codes, "INVALID_CREDENTIALS")).toBeGreaterThanOrEqual(5);
    expect(times(codes, "INVALID_CREDENTIALS")).toBeLessThanOrEqual(10);
    expect(times(codes, "RATE_LIMITED")).toBeGreaterThanOrEqual(15);
  }
  const body = { email, password };
  await expect(world.client({ address: attacker }).users.login({ body })).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  expect(await world.client({ address: "203.0.113.9" }).users.login({ body })).toBeDefined();
  const { rows } = await world.admin.query("select bucket from shop.rate_limits");
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(email);
  expect(JSON.stringify(rows)).not.toContain(attacker);
});

test("an IPv6 customer with 65,536 networks gets as many attempts as eight networks", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const codes = await attack(world, email, 90, (i) => `2001:db8:1:${i.toString(16)}::1`);
  expect(times(codes, "INVALID_CREDENTIALS")).toBeGreaterThanOrEqual(40);
  expect(times(codes, "INVALID_CREDENTIALS")).toBeLessThanOrEqual(80);
});

test("after a hundred attempts in all, each network still has two, so the owner can log in", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  await countElsewhere(world, email, 200);
  expect(await attack(world, email, 4, () => "198.51.100.8")).toEqual([
    "INVALID_CREDENTIALS",
    "INVALID_CREDENTIALS",
    "RATE_LIMITED",
    "RATE_LIMITED",
  ]);
  const owner = world.client({ address: "203.0.113.9" });
  expect(await owner.users.login({ body: { email, password } })).toBeDefined();
  // Above a thousand attempts, only known devices and trusted networks may log in. The owner's network is trusted since
  // the login above.
  await countElsewhere(world, email, 2000);
  const body = { email, password };
  await expect(
    world.client({ address: "203.0.113.10" }).users.login({ body }),
  ).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(await owner.users.login({ body })).toBeDefined();
});

test("after a hundred attempts, each network counts once, so ten networks cannot lock the owner out", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  await countElsewhere(world, email, 965);
  const codes = await attack(world, email, 50, (i) => `198.51.100.${i % 10}`);
  expect(times(codes, "RATE_LIMITED")).toBeGreaterThan(0);
  const { users } = world.client({ address: "203.0.113.9" });
  await expect(users.login({ body: { email, password: "typo" } })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
  expect(await users.login({ body: { email, password } })).toBeDefined();
});

test("a user who opens a mailed link can log in next, at any host, whatever others attempted", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "one" });
  await seedStore(world, { slug: "two" });
  const { email } = await seedUser(world);
  const address = "203.0.113.9";
  const { users } = world.client({ address, host: "one.localhost" });
  const lockOut = async (target: string) => {
    await attack(world, target, 12, () => address);
    await countElsewhere(world, target, 2000);
  };
  const signsIn = async (target: string, chosen: string) => {
    for (const host of ["one.localhost", "two.localhost"])
      await world
        .client({ address, host })
        .users.login({ body: { email: target, password: chosen } });
  };

  await lockOut(email);
  await expect(users.login({ body: { email, password } })).rejects.toMatchObject({
    code: "RATE_LIMITED",
  });
  await users.forgotPassword({ body: { email } });
  const reset = tokenIn((await world.sendMails()).at(-1));
  await users.resetPassword({ body: { token: reset, password: fresh } });
  await signsIn(email, fresh);

  const newcomer = "newcomer@example.com";
  await users.register({ body: { name: "Nia", email: newcomer, password: fresh } });
  await lockOut(newcomer);
  await users.verifyEmail({ body: { token: tokenIn((await world.sendMails()).at(-1)) } });
  await signsIn(newcomer, fresh);

  const invited = "invited@example.com";
  const owner = await member(world, storeId, "ADMIN");
  const roleId = await builtInRole(world, storeId, "STAFF");
  await owner.invitations.createInvitation({ storeId, body: { email: invited, roleId } });
  await lockOut(invited);
  await world.client({ address, host: "one.localhost" }).invitations.acceptInvitation({
    body: { token: tokenIn((await world.sendMails()).at(-1)), name: "Ivo", password: fresh },
  });
  await signsIn(invited, fresh);
});

test("a mailed link makes the browser a known device, with a new cookie each time", async ({
  world,
}) => {
  const { email } = await signIn(world);
  const devices = new Set<string>();
  for (const chosen of ["summer hats in may", "winter coats in june"]) {
    await world.client().users.forgotPassword({ body: { email } });
    const token = tokenIn((await world.sendMails()).at(-1));
    const headers = { cookie: [...devices].join("; ") };
    const body = { token, password: chosen };
    const done = await callRaw(world, "POST", "/users/reset-password", { body, headers });
    expect(done.statusCode).toBe(204);
    devices.add(deviceCookie(done));
  }
  expect(devices.size).toBe(2);
});

test("a browser that logged in before gets in while others attempt the password", async ({
  world,
}) => {
  const { email } = await seedUser(world);
  const other = await seedUser(world);
  const body = { email, password };
  const first = await callRaw(world, "POST", "/users/login", { body });
  // A sibling host may set a cookie of the same name, which the browser may send first.
  const headers = { cookie: `vetrina_device=forged.AAAA; ${deviceCookie(first)}` };
  const login = (of: object, cookies: Record<string, string> = {}) =>
    callRaw(world, "POST", "/users/login", { body: of, headers: cookies });
  for (const target of [email, other.email]) await attack(world, target, 12, () => "192.0.2.1");
  expect((await login(body)).json()).toMatchObject({ code: "RATE_LIMITED" });
  expect((await login(body, headers)).statusCode).toBe(200);
  // The cookie makes the device known for the first email only, so attempts at the other one have reached their limit.
  const asOther = await login({ email: other.email, password }, headers);
  expect(asOther.json()).toMatchObject({ code: "RATE_LIMITED" });
  const codes: string[] = [];
  for (let i = 0; i < 25; i++)
    codes.push((await login({ email, password: "wrong" }, headers)).json<{ code: string }>().code);
  expect(codes).toContain("RATE_LIMITED");
});
