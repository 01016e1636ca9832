// @module-tag slow

import type { FastifyInstance } from "fastify";
import { beforeEach, describe, expect, vi } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "../app.ts";
import { createVisitorShares, letOthersRun, noteLeftPage, type Visitor } from "./visitor-shares.ts";
import { callerAddress } from "./http/transport.ts";
import { mountStorefront } from "../storefront.ts";

const flood = 40;
const patience = { timeout: waitLimit };

test("a flood of one store's pages does not block other stores or callers", async ({ world }) => {
  const [slow, other] = [await shopOf(world), await shopOf(world)];
  const options = { rateLimits: true, checkResponses: false, trustProxy: 1 } as const;
  const app = buildApp(world.services, options);
  const { held, release } = holdPages(
    app,
    ({ storeId, address }) => storeId === slow.id && address.startsWith("198.51.100."),
  );
  await mountStorefront(app, world.services, {
    ...options,
    development: false,
    mediaDir: "/nonexistent",
  });
  await app.ready();
  const policies = (host: string, address: string) =>
    app.inject({ url: "/policy", headers: { host, "x-forwarded-for": address } });
  try {
    const ofOne = Array.from({ length: flood }, () => policies(slow.host, "198.51.100.1"));
    await vi.waitFor(() => expect(held()).toBeGreaterThanOrEqual(3), patience);
    // These two requests get a response while the flood waits, so by then the flood would have started more pages if it
    // could.
    expect((await policies(other.host, "198.51.100.1")).statusCode).toBe(200);
    expect((await policies(slow.host, "192.0.2.1")).statusCode).toBe(200);
    expect(held()).toBe(3);
    const ofMany = Array.from({ length: flood }, (_, i) =>
      policies(slow.host, `198.51.100.${i + 2}`),
    );
    await vi.waitFor(() => expect(held()).toBeGreaterThanOrEqual(4), patience);
    expect((await policies(other.host, "192.0.2.1")).statusCode).toBe(200);
    expect(held()).toBe(4);
    release();
    const answers = await Promise.all([...ofOne, ...ofMany]);
    expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  } finally {
    release();
    await app.close();
  }
});

/** Returns how many times the event loop runs before a page may be rendered. */
async function iterations(): Promise<number> {
  let count = 0;
  let isOver = false;
  const next = () => {
    count += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await letOthersRun(false);
  isOver = true;
  return count;
}

describe("after a page that its caller left, the next page", () => {
  beforeEach(async () => {
    // Other tests of this process may have left pages.
    for (let i = 0; i < 12; i += 1) await letOthersRun(false);
  });

  test("waits until connections were accepted, and the one after it doesn't", async () => {
    noteLeftPage();
    expect(await iterations()).toBeGreaterThanOrEqual(15);
    expect(await iterations()).toBeLessThan(15);
  });

  test("waits once for each of at most twelve", async () => {
    for (let i = 0; i < 100; i += 1) noteLeftPage();
    const counts: number[] = [];
    for (let i = 0; i < 20; i += 1) counts.push(await iterations());
    expect(counts.filter((count) => count >= 15)).toHaveLength(12);
  });
});

describe("rendering limits", () => {
  test("limit a store to four pages, its owner to six and a caller to three per store", () => {
    const { hold, running } = tracker();
    for (let i = 0; i < 9; i += 1) hold(page("a", { address: "192.0.2.1" }));
    expect(running()).toBe(3);
    for (let i = 0; i < 9; i += 1) hold(page("a", { address: `192.0.2.${i}` }));
    expect(running()).toBe(4);
    for (let i = 0; i < 30; i += 1)
      hold(page(`a${i}`, { owner: "owner of a", address: `192.0.2.${i}` }));
    expect(running()).toBe(6);
    expect(hold(page("b", { address: "192.0.2.50" })).hasStarted()).toBe(true);
  });

  test("also limit a caller across stores and across the addresses of an IPv6 network", () => {
    const { hold, running } = tracker();
    for (let i = 0; i < 30; i += 1) hold(page(`s${i}`, { address: "192.0.2.1" }));
    expect(running()).toBe(4);
    const wide = tracker();
    for (let i = 0; i < 30; i += 1)
      wide.hold(page(`s${i}`, { address: `2001:db8:0:${i.toString(16)}::/64` }));
    expect(wide.running()).toBe(6);
  });

  test("leave room in the queue, whatever one IPv6 network, or one address in all stores, requests", async () => {
    const shares = createVisitorShares();
    const pages = Promise.withResolvers<void>();
    const end = new AbortController();
    const refused = { network: 0, address: 0, others: 0 };
    const ask = (holder: Visitor, who: keyof typeof refused) =>
      shares(holder, () => pages.promise, end.signal).catch(() => {
        if (!end.signal.aborted) refused[who] += 1;
      });
    const asked = Array.from({ length: 5100 }, (_, i) =>
      ask(page("a", { address: `2001:db8:1:${i.toString(16)}::/64` }), "network"),
    );
    for (let i = 0; i < 600; i += 1)
      asked.push(ask(page(`s${i}`, { address: "192.0.2.1" }), "address"));
    for (let i = 0; i < 100; i += 1)
      asked.push(ask(page("a", { address: `198.51.100.${i}` }), "others"));
    await Promise.resolve();
    await new Promise(setImmediate);
    end.abort();
    pages.resolve();
    await Promise.all(asked);
    expect(refused.network).toBeGreaterThan(4500);
    expect(refused.address).toBeGreaterThan(50);
    expect(refused.others).toBe(0);
  });

  test.each([
    ["a thousand networks of a provider in one store", 1000, 1],
    ["5,000 networks of a provider in one store", 5000, 1],
    ["ten networks in 5,000 owners' stores", 10, 5000],
    ["5,000 networks of a provider in 5,000 owners' stores", 5000, 5000],
  ])("let others wait, and be rendered next, whatever %s request", async (_, networks, stores) => {
    const { hold } = tracker();
    const ask = (i: number) =>
      hold(
        page(`s${i % stores}`, {
          address: `2001:db8:${(i % networks).toString(16)}:${i.toString(16)}::/64`,
        }),
      );
    const flood = Array.from({ length: 6000 }, (_, i) => ask(i));
    const others = ["192.0.2.1", "2001:db9:1:1::/64"].map((address) =>
      hold(page("s0", { address })),
    );
    await new Promise(setImmediate);
    expect(others.map(({ isRefused }) => isRefused())).toEqual([false, false]);
    for (const first of flood.filter(({ hasStarted }) => hasStarted()).slice(0, 2)) {
      first.end();
      await first.ended;
    }
    expect(others.map(({ hasStarted }) => hasStarted())).toEqual([true, true]);
  });

  test("let the caller with the fewest pages go first", async () => {
    const { hold } = tracker();
    for (let i = 0; i < 9; i += 1) hold(page("a", { address: "192.0.2.1" }));
    const fourth = hold(page("a", { address: "192.0.2.2" }));
    const other = hold(page("a", { address: "192.0.2.3" }));
    expect([fourth.hasStarted(), other.hasStarted()]).toEqual([true, false]);
    fourth.end();
    await fourth.ended;
    expect(other.hasStarted()).toBe(true);
  });

  test("reject a page that waits too long, and don't render one whose caller has left", async () => {
    const { hold } = tracker(20);
    const holding = Array.from({ length: 4 }, (_, i) =>
      hold(page("a", { address: `192.0.2.${i}` })),
    );
    await expect(hold(page("a")).ended).rejects.toMatchObject({ code: "SERVER_BUSY" });
    const gone = new AbortController();
    const left = hold(page("a"), gone.signal);
    gone.abort();
    await expect(left.ended).rejects.toMatchObject({ code: "SERVER_BUSY" });
    for (const one of holding) one.end();
    await Promise.all(holding.map(({ ended }) => ended));
    expect(left.hasStarted()).toBe(false);
  });

  test("drop the last page of the longest queue when too many wait", async () => {
    const { hold } = tracker();
    const lines = Array.from({ length: 16 }, (_, i) =>
      Array.from({ length: 400 }, () => hold(page(`s${i}`, { address: `192.0.2.${i}` }))),
    ).flat();
    const refused = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return lines.filter(({ isRefused }) => isRefused()).length;
    };
    const before = await refused();
    const late = hold(page("z", { address: "198.51.100.1" }));
    expect([await refused(), late.isRefused()]).toEqual([before + 1, false]);
  });
});

function page(store: string, given: Partial<Visitor> = {}): Visitor {
  return { store, owner: `owner of ${store}`, address: null, ...given };
}

/** Renderings that run until their end() is called. */
function tracker(waitMs = 60_000) {
  const shares = createVisitorShares({ maxWaitMs: waitMs });
  let now = 0;
  const hold = (holder: Visitor, signal?: AbortSignal) => {
    const work = Promise.withResolvers<void>();
    let hasStarted = false;
    let isRefused = false;
    const rendered = async () => {
      hasStarted = true;
      now += 1;
      await work.promise;
      now -= 1;
    };
    const ended = shares(holder, rendered, signal);
    ended.catch(() => {
      isRefused = true;
    });
    return {
      end: work.resolve,
      ended,
      hasStarted: () => hasStarted,
      isRefused: () => isRefused,
    };
  };
  return { hold, running: () => now };
}

async function shopOf(world: World): Promise<{ id: string; host: string }> {
  const id = await seedStore(world);
  const { rows } = await world.admin.query<{ slug: string }>(
    "select slug from shop.stores where id = $1",
    [id],
  );
  return { id, host: `${rows[0]?.slug}.localhost` };
}

/** Blocks the pages of /policy for which `isHeld` returns true, in the API call that reads the policies. */
function holdPages(
  app: FastifyInstance,
  isHeld: (page: { storeId: string; address: string }) => boolean,
) {
  const gate = Promise.withResolvers<void>();
  let held = 0;
  app.addHook("onRequest", async (request) => {
    const [, storeId = ""] = /stores\/([^/]+)\/policies/.exec(request.url) ?? [];
    if (storeId === "" || !isHeld({ storeId, address: callerAddress(request) })) return;
    held += 1;
    await gate.promise;
  });
  return { held: () => held, release: gate.resolve };
}
