import { expect } from "vitest";
import { seedStore } from "../../../../../tests/seed.ts";
import { test, type World } from "../../../../../tests/world.ts";
import { moveClock, password, seedUser, signInAs, tokenIn } from "./user.fixture.ts";

const email = "victim@example.com";
const fresh = "summer hats in may";
const minutes = (count: number) => count * 60;

type Flood = (world: World, address: string) => Promise<unknown>;

const register: Flood = (world, address) =>
  world.client().users.register({ body: { name: "Eve", email: address, password: fresh } });
const forgot: Flood = (world, address) =>
  world.client().users.forgotPassword({ body: { email: address } });
const resend: Flood = (world, address) =>
  world.client().users.resendVerificationEmail({ body: { email: address } });
const changeEmail: Flood = async (world, address) => {
  const { email: own } = await seedUser(world);
  const { accessToken } = await signInAs(world, own);
  const { users } = world.client({ accessToken });
  const { id } = await users.getMe({});
  await users.updateUser({ id, body: { email: address, currentPassword: password } });
};

async function flood(world: World, call: Flood, times = 12): Promise<void> {
  for (let i = 0; i < times; i++) await call(world, email);
  await world.sendMails();
}

/** The newest mail in the victim's mailbox with a link for a new password. */
async function newestLink(world: World): Promise<string> {
  const mails = await world.sendMails();
  const own = mails.filter(
    ({ to, text }) => to === email && text.includes("/reset-password?token="),
  );
  return tokenIn(own.at(-1));
}

async function setPassword(world: World, next: string): Promise<void> {
  const token = await newestLink(world);
  await world.client().users.resetPassword({ body: { token, password: next } });
  await world.client().users.login({ body: { email, password: next } });
}

test.for([
  ["registrations", register],
  ["verification mails", resend],
  ["changes of e-mail to the address", changeEmail],
  ["requests for a new password", forgot],
] as const)(
  "however many %s others asked for, the owner gets a link that works",
  async ([, call], { world }) => {
    await seedStore(world);
    await seedUser(world, email);
    await flood(world, call);
    await forgot(world, email);
    await setPassword(world, "the owner's own words");
  },
);

test("the same for an account whose address is not proven yet, and for its verification mail", async ({
  world,
}) => {
  await seedStore(world);
  await register(world, email);
  await flood(world, register);
  await flood(world, forgot);
  await flood(world, resend);
  await resend(world, email);
  const verification = (await world.sendMails()).findLast(({ text }) =>
    text.includes("/verify-email?"),
  );
  await world.client().users.verifyEmail({ body: { token: tokenIn(verification) } });
  await forgot(world, email);
  await setPassword(world, "the owner's own words");
});

test("a link that was used, or is about to expire, is replaced past the limit too; one that works is not", async ({
  world,
}) => {
  await seedStore(world);
  await seedUser(world, email);
  await flood(world, forgot);
  const sent = world.mails.length;
  await forgot(world, email);
  expect(await world.sendMails()).toHaveLength(sent);
  await setPassword(world, "the first new password");
  await flood(world, forgot);
  await forgot(world, email);
  await setPassword(world, "the second new password");
  moveClock(world, minutes(10));
  await flood(world, forgot);
  moveClock(world, minutes(60));
  await forgot(world, email);
  await setPassword(world, "the third new password");
});

test("a link works whenever the owner asks, at any minute of hours of flooding", async ({
  world,
}) => {
  await seedStore(world);
  await seedUser(world, email);
  for (let minute = 0; minute < 150; minute += 10) {
    moveClock(world, minutes(minute));
    await flood(world, forgot, 6);
    await forgot(world, email);
    const token = await newestLink(world);
    // A weak password leaves the link as it is: only whether it still works is asked.
    await expect(
      world.client().users.resetPassword({ body: { token, password: "password123" } }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  }
  // Five an hour at most past the first four, as links come to their end.
  expect(world.mails.length).toBeLessThanOrEqual(20);
});

test("one user asks for a few changes of e-mail in an hour, to however many addresses", async ({
  world,
}) => {
  await seedStore(world);
  const { email: own, id } = await seedUser(world);
  const { accessToken } = await signInAs(world, own);
  const { users } = world.client({ accessToken });
  const codes: string[] = [];
  for (let i = 0; i < 12; i++) {
    codes.push(
      await users
        .updateUser({ id, body: { email: `other${i}@example.com`, currentPassword: password } })
        .then(
          () => "sent",
          ({ code }) => String(code),
        ),
    );
    await world.sendMails();
  }
  // The hour may turn in between.
  expect(codes.filter((code) => code === "RATE_LIMITED").length).toBeGreaterThan(0);
  const others = world.mails.filter(({ to }) => to.startsWith("other"));
  expect(others.length).toBe(codes.filter((code) => code === "sent").length);
  expect(await users.updateUser({ id, body: { name: "Ada" } })).toMatchObject({ name: "Ada" });
});

async function newest(world: World) {
  const { rows } = await world.admin.query<{ id: string; queued: number }>(
    "select (select max(id::text) from shop.mailed_tokens) as id, (select count(*)::int from shop.account_mails) as queued",
  );
  return rows[0];
}

test("an address without an account is treated alike: as many tokens are written at each step", async ({
  world,
}) => {
  await seedStore(world);
  await seedUser(world, email);
  const issued = async (address: string) => {
    const steps: boolean[] = [];
    for (const minute of [0, 0, 0, 0, 0, 0, 40, 50, 50]) {
      moveClock(world, minutes(minute));
      const before = await newest(world);
      await forgot(world, address);
      const after = await newest(world);
      expect((after?.queued ?? 0) - (before?.queued ?? 0)).toBe(before?.id === after?.id ? 0 : 1);
      steps.push(before?.id !== after?.id);
    }
    return steps;
  };
  const known = await issued(email);
  expect(known).toEqual([true, true, true, true, false, false, false, true, false]);
  expect(await issued("nobody@example.com")).toEqual(known);
  const { rows } = await world.admin.query("select * from shop.mailed_tokens");
  expect(JSON.stringify(rows)).not.toContain("nobody@example.com");
});
