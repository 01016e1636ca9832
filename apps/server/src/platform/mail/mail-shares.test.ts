// @module-tag slow

import { describe, expect } from "vitest";
import { seedProduct, seedSession, seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { openAccount } from "../../domains/customers/customers.fixture.ts";
import { builtInRole } from "../../domains/roles/roles.fixture.ts";
import { newId } from "../id.ts";

const test = base.extend({ options: { rateLimits: true } });

const limited = {
  code: "RATE_LIMITED",
  statusCode: 429,
  details: { retryAfterSeconds: expect.any(Number) },
};

const someone = () => `${newId()}@elsewhere.example`;

/** Creates this many stores of one account. */
async function ownedStores(world: World, stores: number) {
  const { userId } = await openAccount(world);
  const storeIds: string[] = [];
  for (let i = 0; i < stores; i += 1) {
    const storeId = await seedStore(world);
    await own(world, storeId, userId);
    storeIds.push(storeId);
  }
  const accessToken = await seedSession(world, userId);
  /** Invites a new email address; `address` is the caller's IP address. */
  const invite = async (storeId: string, address: string) => {
    await forgetMinutes(world);
    const roleId = await builtInRole(world, storeId, "STAFF");
    const { invitations } = world.client({ accessToken, address });
    return invitations.createInvitation({ storeId, body: { email: someone(), roleId } });
  };
  return { userId, storeIds, invite };
}

async function own(world: World, storeId: string, userId: string): Promise<void> {
  const roleId = await builtInRole(world, storeId, "ADMIN");
  await world.admin.query(
    "insert into shop.role_assignments (store_id, user_id, role_id, joined) values ($1, $2, $3, true)",
    [storeId, userId, roleId],
  );
}

/** Resets the limit on calls per minute, which is tested elsewhere. */
const forgetMinutes = (world: World) =>
  world.admin.query(
    "delete from shop.rate_limits where bucket not like '%mail%' and bucket not like 'subscription %'",
  );

/** Sets a rate limit's count for this hour and the next. */
const counted = (world: World, bucket: string, calls: number) =>
  world.admin.query(
    `insert into shop.rate_limits (bucket, window_start, calls)
     select $1, date_trunc('hour', now()) + n * interval '1 hour', $2 from generate_series(0, 1) n`,
    [bucket, calls],
  );

/** The number of emails of a kind that were allowed within one hour. A new hour may begin once during a test. */
const maxInAnHour = async (world: World, kind: string) => {
  const { rows } = await world.admin.query<{ sum: number }>(
    `select sum(calls)::int as sum from shop.rate_limits where bucket like $1
     group by window_start order by 1 desc limit 1`,
    [`unsold stores mail ${kind} %`],
  );
  return rows[0]?.sum ?? 0;
};

async function outcomesOf(calls: (() => Promise<unknown>)[]) {
  const outcomes: unknown[] = [];
  for (const call of calls)
    outcomes.push(
      await call().then(
        () => "taken",
        (error: unknown) => error,
      ),
    );
  return {
    taken: outcomes.filter((one) => one === "taken").length,
    refused: outcomes.filter((one) => one !== "taken"),
  };
}

describe("invitations", () => {
  test("an account with many stores and addresses may send only a small share of all invitations, and then gets an error", async ({
    world,
  }) => {
    const mine = await ownedStores(world, 9);
    const calls = mine.storeIds.flatMap((storeId, s) =>
      Array.from({ length: 5 }, () => () => mine.invite(storeId, `192.0.2.${s}`)),
    );
    const { taken, refused } = await outcomesOf(calls);
    expect(await maxInAnHour(world, "invitation")).toBeLessThanOrEqual(30);
    expect(refused).toMatchObject(refused.map(() => limited));
    const yours = await ownedStores(world, 1);
    await yours.invite(yours.storeIds[0] ?? "", "198.51.100.1");
    const before = world.mails.length;
    expect((await world.sendMails()).length - before).toBe(taken + 1);
  });

  test("ten accounts at one address share that address's invitations, and two IPv6 networks of a customer have twice as many", async ({
    world,
  }) => {
    const owners: Awaited<ReturnType<typeof ownedStores>>[] = [];
    for (let i = 0; i < 10; i += 1) owners.push(await ownedStores(world, 1));
    const inviteFrom = (addressOf: (i: number) => string) =>
      outcomesOf(
        owners.flatMap(({ storeIds, invite }, i) =>
          Array.from({ length: 5 }, () => () => invite(storeIds[0] ?? "", addressOf(i))),
        ),
      );
    await inviteFrom(() => "192.0.2.9");
    expect(await maxInAnHour(world, "invitation")).toBeLessThanOrEqual(20);
    await world.admin.query("truncate shop.rate_limits");
    await inviteFrom((i) => `2001:db8:9:${i}::1`);
    expect(await maxInAnHour(world, "invitation")).toBeLessThanOrEqual(40);
  });

  test("an owner doesn't use up what co-owners may send for their other stores", async ({
    world,
  }) => {
    const [theirs, mine] = [await ownedStores(world, 2), await ownedStores(world, 1)];
    for (const storeId of theirs.storeIds) await own(world, storeId, mine.userId);
    await outcomesOf(
      theirs.storeIds.flatMap((storeId, s) =>
        Array.from({ length: 20 }, (_, i) => () => theirs.invite(storeId, `192.0.2.${s * 20 + i}`)),
      ),
    );
    await expect(theirs.invite(theirs.storeIds[0] ?? "", "192.0.2.99")).rejects.toMatchObject(
      limited,
    );
    await outcomesOf(
      Array.from({ length: 6 }, () => () => mine.invite(mine.storeIds[0] ?? "", "192.0.2.100")),
    ).then(({ taken }) => expect(taken).toBe(6));
    // A store's sign-ups count against the owner who opened it, not against co-owners.
    const bucket = `owner mail subscription-asked % ${mine.userId}`;
    await subscribe(world, theirs.storeIds[0] ?? "", "198.51.100.1");
    const { rows } = await world.admin.query("select from shop.rate_limits where bucket like $1", [
      bucket,
    ]);
    expect(rows).toEqual([]);
  });

  test("new accounts don't use up what older accounts may send", async ({ world }) => {
    const young = await ownedStores(world, 1);
    for (const share of ["first", "rest"])
      await counted(world, `unsold stores mail invitation ${share} of young accounts`, 500);
    await expect(young.invite(young.storeIds[0] ?? "", "192.0.2.1")).rejects.toMatchObject(limited);
    const { rows } = await world.admin.query("select from shop.invitations");
    expect(rows).toEqual([]);
    await world.admin.query("update shop.users set created_at = now() - interval '25 hours'");
    await young.invite(young.storeIds[0] ?? "", "192.0.2.2");
  });
});

async function subscribe(world: World, storeId: string, address: string) {
  await forgetMinutes(world);
  const { customers } = world.client({ address });
  return customers.subscribe({ storeId, body: { email: someone() } });
}

describe("sign-ups", () => {
  test("one IPv6 customer causes at most twice an address's emails over all stores, and gets an error", async ({
    world,
  }) => {
    const storeIds: string[] = [];
    for (let i = 0; i < 11; i += 1) storeIds.push(await seedStore(world));
    const calls = storeIds.flatMap((storeId, s) =>
      Array.from(
        { length: 5 },
        (_, i) => () => subscribe(world, storeId, `2001:db8:7:${s}${i}::1`),
      ),
    );
    const { refused } = await outcomesOf(calls);
    expect(await maxInAnHour(world, "subscription-asked")).toBeLessThanOrEqual(40);
    expect(refused).toMatchObject(refused.map(() => limited));
    const untouched = await seedStore(world);
    const before = (await world.sendMails()).length;
    await subscribe(world, untouched, "198.51.100.1");
    expect((await world.sendMails()).length).toBe(before + 1);
  });

  test("a caller's first emails are sent after others have used up the limits of the store, its owner and all stores", async ({
    world,
  }) => {
    const { storeIds } = await ownedStores(world, 1);
    const [storeId = ""] = storeIds;
    const { rows } = await world.admin.query<{ id: string }>("select id from shop.users");
    for (const of of [
      `store mail subscription-asked rest ${storeId}`,
      `owner mail subscription-asked rest ${rows[0]?.id}`,
      "unsold stores mail subscription-asked rest",
      "unsold stores mail subscription-asked rest of young accounts",
    ])
      await counted(world, of, 1000);
    const { taken, refused } = await outcomesOf(
      Array.from({ length: 5 }, () => () => subscribe(world, storeId, "192.0.2.44")),
    );
    expect(taken).toBeGreaterThanOrEqual(3);
    expect(refused).toMatchObject(refused.map(() => limited));
    expect((await world.sendMails()).length).toBe(taken);
    const { rows: kept } = await world.admin.query("select from shop.subscriptions");
    expect(kept).toHaveLength(taken);
  });

  test("beyond a caller's share, a staff member's address gets the same response as any other", async ({
    world,
  }) => {
    const { userId, storeIds } = await ownedStores(world, 1);
    const [storeId = ""] = storeIds;
    const { rows } = await world.admin.query<{ email: string }>(
      "select email from shop.users where id = $1",
      [userId],
    );
    for (let i = 0; i < 20; i += 1)
      await subscribe(world, i % 2 ? await seedStore(world) : storeId, "192.0.2.60");
    const ask = async (email: string) => {
      await world.admin.query("delete from shop.rate_limits where bucket like 'subscri%'");
      const { customers } = world.client({ address: "192.0.2.60" });
      return customers.subscribe({ storeId, body: { email } }).then(
        () => "taken",
        ({ message }: Error) => message,
      );
    };
    const [staff, other] = [await ask(rows[0]?.email ?? ""), await ask(someone())];
    expect(staff).toBe(other);
    expect(staff).toContain("from your network");
  });

  test("two callers who flood a mailbox can't keep anyone from signing up with it, tagged or not", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const asked = async (email: string, address: string) => {
      await forgetMinutes(world);
      return world.client({ address }).customers.subscribe({ storeId, body: { email } });
    };
    for (const tag of ["+", ""])
      for (let n = 0; n < 12; n += 1) {
        const { variantIds } = await seedProduct(world, storeId, { stock: 0 });
        await forgetMinutes(world);
        await world
          .client({ address: `192.0.2.${60 + (n % 2)}` })
          .customers.subscribe({
            storeId,
            body: {
              email: tag === "" ? "lena@gmail.com" : `le.na+${n}@gmail.com`,
              source: "back-in-stock",
              variantId: variantIds[0],
            },
          })
          .catch(() => {});
      }
    await asked("lena+shop@gmail.com", "198.51.100.7");
    await asked("lena@gmail.com", "198.51.100.8");
  });

  test("one caller leaves some of the emails to a mailbox for its owner", async ({ world }) => {
    const storeId = await seedStore(world);
    const asked = async (n: number, address: string) => {
      await forgetMinutes(world);
      const body = { email: `ada+${n}@example.com` };
      return world.client({ address }).customers.subscribe({ storeId, body });
    };
    for (let n = 0; n < 12; n += 1) await asked(n, `2001:db8:5:${n}::1`).catch(() => {});
    await asked(99, "198.51.100.7");
  });
});

test("the first messages of each caller are stored and mailed, whatever others have sent", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  await counted(world, `contact store ${storeId}`, 500);
  await counted(world, `store mail contact-message rest ${storeId}`, 60);
  const send = async (n: number, address: string) => {
    await forgetMinutes(world);
    await counted(world, `contact store ${storeId}`, 500);
    const message = {
      name: "Ada",
      email: "ada@example.com",
      subject: "Order",
      message: `No. ${n}`,
    } as const;
    return world.client({ address }).contact.createContactMessage({ storeId, body: message });
  };
  const { taken, refused } = await outcomesOf([
    () => send(1, "192.0.2.3"),
    () => send(2, "192.0.2.3"),
    () => send(3, "192.0.2.3"),
  ]);
  expect({ taken, refused }).toEqual({ taken: 3, refused: [] });
  const mails = await world.sendMails();
  expect(mails.filter(({ to }) => to === "hello@sartoria.example")).toHaveLength(3);
});

test("one IPv6 customer sends a store at most twice as many messages as one address", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  for (let n = 0; n < 25; n += 1) {
    await world.admin.query(
      "delete from shop.rate_limits where bucket like 'createContactMessage %'",
    );
    await world
      .client({ address: `2001:db8:6:${n}::1` })
      .contact.createContactMessage({
        storeId,
        body: { name: "Ada", email: "ada@example.com", subject: "Order", message: `No. ${n}` },
      })
      .catch(() => {});
  }
  const { rows } = await world.admin.query<{ n: number }>(
    "select count(*)::int as n from shop.contact_messages group by date_trunc('hour', created_at) order by 1 desc limit 1",
  );
  expect(rows[0]?.n).toBeLessThanOrEqual(20);
  expect(rows[0]?.n).toBeGreaterThanOrEqual(12);
});
