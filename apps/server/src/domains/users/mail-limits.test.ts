// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
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

/** The newest email to the victim with a password reset link. */
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
  ["email changes to the address", changeEmail],
  ["password reset requests", forgot],
] as const)(
  "the owner still gets a valid link after any number of %s from others",
  async ([, call], { world }) => {
    await seedStore(world);
    await seedUser(world, email);
    await flood(world, call);
    await forgot(world, email);
    await setPassword(world, "the owner's own words");
  },
);

test("the same holds for an unverified account and its verification mail", async ({ world }) => {
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

test("past the limit, a used or expiring link is replaced and a valid one is not", async ({
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

test("the owner has a valid link at any time during hours of flooding", async ({ world }) => {
  await seedStore(world);
  await seedUser(world, email);
  for (let minute = 0; minute < 150; minute += 10) {
    moveClock(world, minutes(minute));
    await flood(world, forgot, 6);
    await forgot(world, email);
    const token = await newestLink(world);
    // Tests only whether the link is valid: a weak password is rejected without using up the link.
    await expect(
      world.client().users.resetPassword({ body: { token, password: "password123" } }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  }
  // After the first four emails, at most five an hour replace expiring links.
  expect(world.mails.length).toBeLessThanOrEqual(20);
});

test("limits how many email changes one user requests in an hour, to any addresses", async ({
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
  // The number of rejections depends on whether a new hour begins during the test, which doubles the limit.
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

test("an address without an account is treated the same: each step writes as many tokens", async ({
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

const tagged = (i: number) => `victim+${i}@example.com`;
const toMailbox = (mails: readonly { to: string }[]) =>
  mails.filter(({ to }) => /^victim(?:\+\d+)?@/.test(to.replaceAll(/\.(?=.*@)/g, "")));

async function floodNames(world: World): Promise<void> {
  for (let i = 0; i < 20; i += 1)
    for (const call of [register, forgot, resend]) await call(world, tagged(i));
}

test("limits the mails to one mailbox under many tagged names, and its plain name can still register", async ({
  world,
}) => {
  await seedStore(world);
  await floodNames(world);
  // Three registrations, three verification emails and four password resets, twice, because a new hour may begin during
  // the test.
  expect(toMailbox(await world.sendMails()).length).toBeLessThanOrEqual(20);
  await register(world, email);
  const verification = (await world.sendMails()).at(-1);
  expect(verification?.to).toBe(email);
  await world.client().users.verifyEmail({ body: { token: tokenIn(verification) } });
});

test("names that differ only in dots share a mailbox where the provider ignores dots", async ({
  world,
}) => {
  await seedStore(world);
  const names = "victim v.ictim vi.ctim vic.tim vict.im victi.m v.i.ctim v.ic.tim".split(" ");
  for (const name of names) await register(world, `${name}@gmail.com`);
  const mails = toMailbox(await world.sendMails());
  expect(mails.length).toBeGreaterThanOrEqual(3);
  // A new hour may begin during the test, which doubles the limit.
  expect(mails.length).toBeLessThanOrEqual(6);
});

test("the owner of a tagged name gets a reset link, however many mails others requested for the mailbox", async ({
  world,
}) => {
  await seedStore(world);
  const own = tagged(99);
  await seedUser(world, own);
  await floodNames(world);
  await world.sendMails();
  await forgot(world, own);
  const link = (await world.sendMails()).at(-1);
  expect(link?.to).toBe(own);
  await world
    .client()
    .users.resetPassword({ body: { token: tokenIn(link), password: "the owner's own words" } });
});

test("past the limit, verified, unverified and unknown tagged names are treated the same", async ({
  world,
}) => {
  await seedStore(world);
  await floodNames(world);
  const [proven, waiting, unknown] = [tagged(97), tagged(98), tagged(99)];
  await seedUser(world, proven);
  await register(world, waiting);
  for (const address of [proven, waiting, unknown]) {
    const before = await newest(world);
    await forgot(world, address);
    const after = await newest(world);
    expect(after?.id).not.toBe(before?.id);
    expect((after?.queued ?? 0) - (before?.queued ?? 0)).toBe(1);
  }
});

const limited = test.extend({ options: { rateLimits: true } });

const attacking = "192.0.2.60";

function callerAt(world: World, address: string) {
  const { users } = world.client({ address });
  return {
    register: (to: string) => users.register({ body: { name: "Eve", email: to, password: fresh } }),
    resend: (to: string) => users.resendVerificationEmail({ body: { email: to } }),
    forgot: (to: string) => users.forgotPassword({ body: { email: to } }),
  };
}

/** Uses up the emails that a mailbox may receive in an hour, by writing to its aliases. */
async function useUp(world: World, names: string[], address: string): Promise<void> {
  const caller = callerAt(world, address);
  for (const name of names.slice(0, 3)) await caller.register(name);
  for (const call of [caller.resend, caller.forgot])
    for (const name of names.slice(0, 4)) await call(name);
}

limited.for([
  [
    "dotted name at Gmail",
    "anna.rossi@gmail.com",
    ["a.nnarossi@gmail.com", "an.narossi@gmail.com", "ann.arossi@gmail.com", "annarossi@gmail.com"],
  ],
  [
    "tagged name",
    "bob+shop@mail.example",
    ["bob+1@mail.example", "bob+2@mail.example", "bob+3@mail.example", "bob+4@mail.example"],
  ],
] as const)(
  "a %s registers and gets its links, however many mails one caller requested for the mailbox's other names",
  async ([, own, others], { world }) => {
    await seedStore(world);
    await useUp(world, [...others], attacking);
    const flood = (await world.sendMails()).length;
    const owner = callerAt(world, "198.51.100.60");
    await owner.register(own);
    const verification = (await world.sendMails()).at(-1);
    expect([verification?.to, world.mails.length]).toEqual([own, flood + 1]);
    // A link that works is not emailed again.
    await owner.resend(own);
    expect(await world.sendMails()).toHaveLength(flood + 1);
    await owner.forgot(own);
    const link = (await world.sendMails()).at(-1);
    expect([link?.to, link?.text]).toEqual([
      own,
      expect.stringContaining("/reset-password?token="),
    ]);
    await world.client().users.verifyEmail({ body: { token: tokenIn(verification) } });
  },
);

limited(
  "one caller can't flood a mailbox through its many names, even from many addresses of a network",
  async ({ world }) => {
    await seedStore(world);
    for (let i = 0; i < 8; i += 1) {
      const caller = callerAt(world, `2001:db8:7:${i}::1`);
      for (const call of [caller.register, caller.resend, caller.forgot]) {
        await call(tagged(2 * i));
        await call(tagged(2 * i + 1));
      }
    }
    // The limit is ten emails, as for a single address. It doubles if a new hour begins during the test.
    expect(toMailbox(await world.sendMails()).length).toBeLessThanOrEqual(20);
  },
);

limited("many callers together can't flood a mailbox through its many names", async ({ world }) => {
  await seedStore(world);
  for (let i = 0; i < 40; i += 1) {
    const caller = callerAt(world, `203.0.113.${i}`);
    await caller.register(tagged(i));
  }
  const mails = toMailbox(await world.sendMails());
  expect(mails.length).toBeGreaterThan(10);
  expect(mails.length).toBeLessThan(40);
});

limited(
  "past the mailbox's limit, names with and without an account are treated alike",
  async ({ world }) => {
    await seedStore(world);
    const [proven, waiting, unknown] = [tagged(97), tagged(98), tagged(99)];
    await seedUser(world, proven);
    await callerAt(world, "198.51.100.1").register(waiting);
    await useUp(world, [1, 2, 3, 4].map(tagged), attacking);
    await world.admin.query("delete from shop.mailed_tokens");
    for (const [i, address] of [proven, waiting, unknown].entries()) {
      const caller = callerAt(world, `198.51.100.${10 + i}`);
      const issued: boolean[] = [];
      for (const call of [caller.register, caller.register, caller.forgot, caller.forgot]) {
        const before = await newest(world);
        await call(address);
        const after = await newest(world);
        issued.push(before?.id !== after?.id);
        expect((after?.queued ?? 0) - (before?.queued ?? 0)).toBe(before?.id === after?.id ? 0 : 1);
      }
      expect(issued).toEqual([true, false, true, false]);
    }
  },
);

limited(
  "one caller may request sixty account mails an hour, to any mailboxes",
  async ({ world }) => {
    await seedStore(world);
    await seedUser(world, email);
    await world.admin.query(
      `insert into shop.rate_limits (bucket, window_start, calls)
     select 'account mails 192.0.2.7', date_trunc('hour', now()) + n * interval '1 hour', 59 from generate_series(0, 1) n`,
    );
    const { users } = world.client({ address: "192.0.2.7" });
    const registerAs = (address: string) =>
      users.register({ body: { name: "Eve", email: address, password: fresh } });
    await registerAs("first@example.com");
    await expect(registerAs("second@example.com")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(registerAs(email)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await users.resendVerificationEmail({ body: { email: "first@example.com" } });
    // The owner, who calls from the same IP address, still gets a valid link.
    await users.forgotPassword({ body: { email } });
    await users.forgotPassword({ body: { email } });
    const mails = await world.sendMails();
    expect(mails.map(({ to }) => to).toSorted()).toEqual(["first@example.com", email]);
  },
);
