// @module-tag slow

import { describe, expect, vi } from "vitest";
import { seedProduct, seedSession, seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { staffClient } from "../../domains/products/catalogue.fixture.ts";
import { assignBuiltInRole } from "../../domains/roles/assign-built-in-role.ts";
import { seedUser } from "../../domains/users/user.fixture.ts";
import { createConnectionShares, type ShareHolder } from "./connection-shares.ts";

describe("one store's waiting and slow calls leave connections for other stores", () => {
  test("staff calls that wait for a locked row", async ({ world }) => {
    const { slow, other } = await twoStores(world);
    const staff = await staffClient(world, slow);
    await staff.search.updateSynonyms({ storeId: slow, body: { groups: [] } });
    await whileLocked(world, `select from shop.synonyms where store_id = '${slow}'`, async () => {
      const waiting = allOf(20, () =>
        staff.search.updateSynonyms({ storeId: slow, body: { groups: [] } }),
      );
      await answersNormally(world, other);
      return { waiting };
    });
  });

  test("one owner's API keys in several stores", async ({ world }) => {
    const [first, second, other] = [
      await seedStore(world),
      await seedStore(world),
      await seedStore(world),
    ];
    const { id: userId } = await seedUser(world);
    const session = world.client({ accessToken: await seedSession(world, userId) });
    for (const storeId of [first, second])
      await assignBuiltInRole(await world.system(storeId), { userId, role: "ADMIN" });
    world.services.directory.forget();
    const keyClients = await Promise.all(
      [first, second]
        .flatMap((storeId) => [storeId, storeId])
        .map(async (storeId) => {
          const { key } = await session.apiKeys.createApiKey({
            storeId,
            body: { name: "Sync", permissions: ["MANAGE_PRODUCTS"] },
          });
          return { storeId, client: world.client({ accessToken: key }) };
        }),
    );
    for (const { storeId, client } of keyClients)
      await client.search.updateSynonyms({ storeId, body: { groups: [] } });
    const rows = `select from shop.synonyms where store_id in ('${first}', '${second}')`;
    await whileLocked(world, rows, async () => {
      const calls = keyClients.map(({ storeId, client }) =>
        allOf(10, () => client.search.updateSynonyms({ storeId, body: { groups: [] } })),
      );
      await vi.waitFor(
        async () => expect(await lockWaits(world)).toBeGreaterThanOrEqual(2),
        waitLimit,
      );
      await answersNormally(world, other);
      // Calls share eight connections in this test. Staff may use four of them, and one user two.
      expect(await lockWaits(world)).toBe(2);
      return { waiting: Promise.all(calls).then((answers) => answers.flat()) };
    });
  });

  test("orders that wait for a variant's row", async ({ world }) => {
    const { slow, other } = await twoStores(world);
    const { variantIds } = await seedProduct(world, slow, { stock: 100 });
    const shopper = world.client();
    await whileLocked(
      world,
      `select from shop.inventory_levels where store_id = '${slow}'`,
      async () => {
        const waiting = allOf(20, () =>
          shopper.orders.createOrder({
            storeId: slow,
            body: {
              items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
              email: "a@b.example",
            },
          }),
        );
        await answersNormally(world, other);
        return { waiting };
      },
    );
  });

  test("slow searches", async ({ world }) => {
    const { slow, other } = await twoStores(world);
    await seedProduct(world, slow);
    await world.admin.query(`
      alter function catalogue.search_query(text[], text[], text[]) rename to real_search_query;
      create function catalogue.search_query(l text[], t text[], s text[]) returns tsquery language plpgsql as $$
        begin perform pg_sleep(0.5); return catalogue.real_search_query(l, t, s); end $$;
      grant execute on function catalogue.search_query(text[], text[], text[]) to public`);
    let done = 0;
    const searches = Array.from({ length: 30 }, async (_, i) => {
      await world.client().products.listProducts({ linkStoreId: slow, name: `linen ${i}` });
      done += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await world.client().products.listProducts({ linkStoreId: other });
    expect(done).toBeLessThan(15);
    await Promise.all(searches);
  });
});

test("a staff call that waits too long for a row gets a specific error that says to try again", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const put = () => staff.search.updateSynonyms({ storeId, body: { groups: [] } });
  await put();
  const lock = await world.admin.connect();
  await lock.query(`begin; select from shop.synonyms where store_id = '${storeId}' for update`);
  try {
    await expect(put()).rejects.toMatchObject({
      code: "SERVER_BUSY",
      statusCode: 503,
      details: { retryAfterSeconds: 2 },
    });
  } finally {
    await lock.query("rollback");
    lock.release();
  }
  expect(await put()).toMatchObject({ groups: [] });
});

describe("shares of sixteen connections", () => {
  test("a store and its staff have a limit, which leaves some to all others", async () => {
    const { hold, running } = tracker();
    for (let i = 0; i < 20; i += 1) hold(staff("a", `person ${i}`));
    expect(running()).toBe(3);
    for (let i = 0; i < 20; i += 1) hold(shopper("a"));
    expect(running()).toBe(9);
    for (let i = 0; i < 20; i += 1) hold(shopper("b"));
    expect(running()).toBe(12);
    for (let i = 0; i < 20; i += 1) hold(shopper("c"));
    expect(running()).toBe(13);
    expect(hold(shopper("d")).hasStarted()).toBe(true);
  });

  test("an owner's stores together hold no more connections than one store, and the same applies to their staff", () => {
    const { hold, running } = tracker();
    for (let i = 0; i < 20; i += 1) hold({ ...staff(`store ${i}`, `person ${i}`), owner: "ada" });
    expect(running()).toBe(3);
    for (let i = 0; i < 20; i += 1) hold({ ...shopper(`store ${i}`), owner: "ada" });
    expect(running()).toBe(9);
    for (let i = 0; i < 20; i += 1) hold(staff("b", `other ${i}`));
    expect(running()).toBe(11);
  });

  test("one user holds no more connections in many stores than in one, and all staff hold at most half", () => {
    const { hold, running } = tracker();
    for (let i = 0; i < 20; i += 1) hold(staff(`store ${i}`, "ada"));
    expect(running()).toBe(3);
    for (let i = 0; i < 20; i += 1) hold(staff(`store ${i}`, "bob"));
    expect(running()).toBe(5);
    for (let i = 0; i < 20; i += 1) hold(staff(`store ${i}`, `person ${i}`));
    expect(running()).toBe(7);
  });

  test("a freed connection goes to the store that holds the fewest, then to the first in line", async () => {
    const { hold } = tracker();
    const first = hold(shopper("a"));
    for (let i = 0; i < 20; i += 1) hold(shopper("a"));
    for (const store of "bcd") for (let i = 0; i < 20; i += 1) hold(shopper(store));
    const late = hold(shopper("z"));
    const later = hold(shopper("y"));
    expect([late.hasStarted(), later.hasStarted()]).toEqual([false, false]);
    first.end();
    await first.ended;
    expect([late.hasStarted(), later.hasStarted()]).toEqual([true, false]);
  });

  test("callers take turns in a store, and one network leaves others room in the queue", async () => {
    const { hold } = tracker();
    const from = (address: string) => hold({ ...shopper("a"), address });
    const flood = Array.from({ length: 3000 }, (_, i) => from(`2001:db8:1:${i.toString(16)}::/64`));
    const others = ["2001:db9:1:1::/64", "192.0.2.1"].map(from);
    for (const first of flood.slice(0, 2)) {
      first.end();
      await first.ended;
    }
    expect(others.map(({ hasStarted }) => hasStarted())).toEqual([true, true]);
  });

  test("a page's calls alternate with those that its address makes directly", async () => {
    const { hold } = tracker();
    const from = (isForPage: boolean) => hold({ ...shopper("a"), address: "192.0.2.1", isForPage });
    const calls = Array.from({ length: 20 }, () => from(false));
    const ofPage = [from(true), from(true)];
    const started: boolean[][] = [];
    for (const first of calls.slice(0, 4)) {
      first.end();
      await first.ended;
      started.push(ofPage.map(({ hasStarted }) => hasStarted()));
    }
    expect(started.at(1)).toEqual([true, false]);
    expect(started.at(3)).toEqual([true, true]);
  });

  test("a caller who waits too long is rejected, and keeps no share", async () => {
    const { hold, running } = tracker(20);
    const holding = Array.from({ length: 9 }, () => hold(shopper("a")));
    const rejected = hold(shopper("a"));
    await expect(rejected.ended).rejects.toMatchObject({ code: "SERVER_BUSY" });
    for (const one of holding) one.end();
    await Promise.all(holding.map(({ ended }) => ended));
    expect(running()).toBe(0);
    expect(hold(shopper("a")).hasStarted()).toBe(true);
  });

  test("work that throws returns its share", async () => {
    const shares = createConnectionShares(3, 1000);
    const fail = () => shares(shopper("a"), () => Promise.reject(new Error("provoked")));
    await expect(fail()).rejects.toThrow("provoked");
    await expect(fail()).rejects.toThrow("provoked");
  });

  test("a pool of one or two serves callers one after the other", async () => {
    const shares = createConnectionShares(1, 1000);
    const one = () => shares(staff("a", "ada"), async () => "done");
    expect(await Promise.all([one(), one(), one()])).toEqual(["done", "done", "done"]);
  });
});

function shopper(store: string) {
  return { store, owner: `owner of ${store}`, staff: null };
}

function staff(store: string, person: string) {
  return { store, owner: `owner of ${store}`, staff: person };
}

/** Work that runs until its end() is called. */
function tracker(maxWaitMs = 60_000) {
  const shares = createConnectionShares(16, maxWaitMs);
  let now = 0;
  const hold = (holder: ShareHolder) => {
    const work = Promise.withResolvers<void>();
    let hasStarted = false;
    const ended = shares(holder, async () => {
      hasStarted = true;
      now += 1;
      await work.promise;
      now -= 1;
    });
    ended.catch(() => {});
    return { end: work.resolve, ended, hasStarted: () => hasStarted };
  };
  return { hold, running: () => now };
}

async function twoStores(world: World): Promise<{ slow: string; other: string }> {
  const [slow, other] = [await seedStore(world), await seedStore(world)];
  await seedProduct(world, other);
  return { slow, other };
}

/** Calls to another store and calls without a store must all get a normal response. */
async function answersNormally(world: World, storeId: string): Promise<void> {
  const { variantIds } = await seedProduct(world, storeId, { link: "second" });
  const staff = await staffClient(world, storeId);
  const items = [{ variantId: variantIds[0] ?? "", quantity: 1 }];
  await world.client().orders.createOrder({ storeId, body: { items, email: "c@d.example" } });
  await world.client().products.listProducts({ linkStoreId: storeId });
  await staff.search.updateSynonyms({ storeId, body: { groups: [] } });
  const login = { email: "nobody@example.com", password: "wrong-password-1" };
  await expect(world.client().users.login({ body: login })).rejects.toMatchObject({
    code: "INVALID_CREDENTIALS",
  });
}

async function lockWaits({ admin }: World): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

type Answers = Promise<PromiseSettledResult<unknown>[]>;

function allOf(count: number, call: () => Promise<unknown>): Answers {
  return Promise.allSettled(Array.from({ length: count }, call));
}

/**
 * Locks the rows until `work` is done. Then each call that `work` started must have succeeded or asked the caller to
 * try again.
 */
async function whileLocked(
  { admin }: World,
  rows: string,
  work: () => Promise<{ waiting: Answers }>,
): Promise<void> {
  const lock = await admin.connect();
  await lock.query(`begin; ${rows} for update`);
  let started: { waiting: Answers };
  try {
    started = await work();
  } finally {
    await lock.query("rollback");
    lock.release();
  }
  const refusals = (await started.waiting).flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason as { code?: string }] : [],
  );
  expect(refusals.filter(({ code }) => code !== "SERVER_BUSY")).toEqual([]);
}
