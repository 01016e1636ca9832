// @module-tag slow

import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, inject } from "vitest";
import { templateName, testSecret } from "#tests/database-server.ts";
import { test, type World } from "#tests/world.ts";
import { buildApp } from "../../../app.ts";
import { member, person } from "../../../domains/roles/roles.fixture.ts";
import type { Config } from "../../config.ts";
import { connect } from "../../database/open-database.ts";
import { rolesOf } from "../../database/roles.ts";
import { endpoints, openShop } from "../contract.fixture.ts";
import { requestOf, validInput, whoMay } from "../valid-calls.fixture.ts";

type Trust = Config["trustProxy"];

/** Another process of the same installation, with its own pools, caches and routes. */
async function anotherProcess(world: World, trustProxy: Trust = 1) {
  const { rows } = await world.admin.query<{ name: string }>("select current_database() as name");
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${rows[0]?.name}`;
  const database = connect(url, rolesOf(templateName), testSecret, 3);
  const app = buildApp(
    { ...world.services, database },
    { rateLimits: true, checkResponses: false, trustProxy },
  );
  return { app, close: () => Promise.all([app.close(), database.close()]) };
}

/** Waits if the minute is about to end, because a new minute between two calls would reset the count. */
async function farFromMinutesEnd(): Promise<void> {
  const seconds = new Date().getUTCSeconds();
  if (seconds >= 50) await delay((61 - seconds) * 1000);
}

/** Calls with a limit, except a webhook: a verified delivery counts against the store's owner, not the address. */
const limited = endpoints.filter(
  ({ name, endpoint }) =>
    endpoint.access.limit !== undefined && name !== "webhooks.receiveMollieWebhook",
);

const limitedTest = test.extend({ options: { rateLimits: true } });

/** Calls by staff or an order's buyer that may write rows. */
const written = endpoints.filter(
  ({ endpoint: { method, store, access } }) =>
    method !== "GET" &&
    store.by !== "none" &&
    !access.allow.includes("public") &&
    access.allow.some((who) => /^[A-Z_]+$|^owner$|^order-key$/.test(who)),
);

describe("limits", () => {
  test("hold across all processes, for every call that has a limit, and say when to retry", async ({
    world,
  }) => {
    const shop = await openShop(world, "mine");
    const [first, second] = [await anotherProcess(world), await anotherProcess(world)];
    const wrong: string[] = [];
    for (const [i, named] of limited.entries()) {
      const { name, endpoint } = named;
      const address = `198.51.${i >> 8}.${i & 255}`;
      const input = await validInput(named, shop, world);
      const request = requestOf(named, input, shop.host, await whoMay(endpoint, shop, world));
      await farFromMinutesEnd();
      // Sets the count to one less than the calls allowed per minute.
      await world.admin.query(
        `insert into shop.rate_limits (bucket, window_start, calls) values ($1, date_trunc('minute', now()), $2)`,
        [`${name.split(".")[1]} ${address}`, (endpoint.access.limit ?? 0) - 1],
      );
      const headers = { ...request.headers, "x-forwarded-for": address };
      const last = await first.app.inject({ ...request, headers });
      const rejected = await second.app.inject({ ...request, headers });
      if (last.statusCode === 429) wrong.push(`${name}: one too early`);
      const { code } =
        rejected.statusCode < 300 ? { code: "in" } : rejected.json<{ code: string }>();
      if (rejected.statusCode !== 429 || code !== "RATE_LIMITED") wrong.push(`${name}: ${code}`);
      const wait = Number(rejected.headers["retry-after"]);
      if (!(wait > 0 && wait <= 60)) wrong.push(`${name}: Retry-After ${wait}`);
    }
    expect(wrong).toEqual([]);
    expect(limited.length).toBeGreaterThan(10);
    await Promise.all([first.close(), second.close()]);
  });

  test("apply to the staff of an owner's stores together, and to a buyer, whatever they change", async ({
    world,
  }) => {
    const shop = await openShop(world, "mine");
    const store = await world.services.directory.find("mine");
    const { app, close } = await anotherProcess(world);
    const spend = (writer: string, calls: number) =>
      world.admin.query(
        "insert into shop.rate_limits (bucket, window_start, calls) values ($1, date_trunc('hour', now()), $2) on conflict do nothing",
        [`writes of ${writer}`, calls],
      );
    await spend(`staff of ${store?.owner}`, 30_000);
    await spend(`owner ${store?.owner}`, 30_000);
    const stopped: string[] = [];
    const others: string[] = [];
    for (const [i, named] of written.entries()) {
      const input = await validInput(named, shop, world);
      await spend(`order ${String(input.params?.["id"])}`, 300);
      const who = await whoMay(named.endpoint, shop, world);
      const request = requestOf(named, input, shop.host, who);
      const headers = { ...request.headers, "x-forwarded-for": `198.51.100.${i % 250}` };
      const answer = await app.inject({ ...request, headers });
      (answer.statusCode === 429 ? stopped : others).push(named.name);
    }
    expect(others).toEqual([]);
    expect(stopped.length).toBeGreaterThan(100);
    await close();
  });

  limitedTest(
    "leave an owner room when the staff of their stores have used up theirs",
    async ({ world }) => {
      const owner = await person(world);
      const { id: storeId } = await owner.stores.createStore({
        body: { slug: "mine", name: "Mine", country: "US", contact: { email: "me@mine.example" } },
      });
      const staff = await member(world, storeId, ["MANAGE_SETTINGS"]);
      await world.admin.query(
        "insert into shop.rate_limits (bucket, window_start, calls) values ($1, date_trunc('hour', now()), 30000)",
        [`writes of staff of ${owner.userId}`],
      );
      const add = (by: typeof owner) =>
        by.logging.createAuditEntry({ body: { storeId, entityType: "note" } });
      await expect(add(staff)).rejects.toMatchObject({ code: "RATE_LIMITED" });
      await add(owner);
    },
  );

  limitedTest("apply to what a user changes outside of stores", async ({ world }) => {
    const [user, other] = [await person(world), await person(world)];
    const count = (bucket: string, per: "minute" | "hour", calls: number) =>
      world.admin.query(
        "insert into shop.rate_limits (bucket, window_start, calls) values ($1, date_trunc($2, now()), $3)",
        [bucket, per, calls],
      );
    await count(`writes of user ${user.userId}`, "hour", 1000);
    const refused = { code: "RATE_LIMITED" };
    await expect(user.users.endOtherSessions({})).rejects.toMatchObject(refused);
    await other.users.endOtherSessions({});
    const { rows } = await world.admin.query<{ calls: number }>(
      "select calls from shop.rate_limits where bucket = $1",
      [`writes of user ${other.userId}`],
    );
    expect(rows).toEqual([{ calls: 1 }]);
    // Ending sessions has a limit of its own, by address, too.
    await farFromMinutesEnd();
    for (const name of ["endOtherSessions", "endSession"])
      await world.admin.query(
        `insert into shop.rate_limits (bucket, window_start, calls) values ($1, date_trunc('minute', now()), 30)
        on conflict (bucket, window_start) do update set calls = excluded.calls`,
        [`${name} 192.0.2.1`],
      );
    await expect(other.users.endOtherSessions({})).rejects.toMatchObject(refused);
    await expect(other.users.endSession({ id: other.userId })).rejects.toMatchObject(refused);
  });

  limitedTest("count what a call copies, not only its body", async ({ world }) => {
    const owner = await person(world);
    const { id: storeId } = await owner.stores.createStore({
      body: { slug: "mine", name: "Mine", country: "US", contact: { email: "me@mine.example" } },
    });
    const counted = async () => {
      const { rows } = await world.admin.query<{ calls: number }>(
        "select coalesce(sum(calls), 0)::int as calls from shop.rate_limits where bucket like 'writes of %'",
      );
      return rows[0]?.calls ?? 0;
    };
    const sizes = Array.from({ length: 20 }, (_, i) => ({ value: `Size ${i}` }));
    const longer = sizes.map(({ value }) => ({ value: `${value} long` }));
    const before = await counted();
    const { id } = await owner.products.createProduct({
      storeId,
      body: {
        name: "Coat",
        description: `<p>${"A warm coat. ".repeat(800)}</p>`,
        options: [{ name: "Size", values: sizes }],
        variantDefaults: { price: 10, stock: 5 },
      },
    });
    const made = await counted();
    // 10 for 20 variants, and 10 for the call's body.
    expect(made - before).toBeGreaterThanOrEqual(10 + 10);
    await owner.products.duplicateProduct({ id, body: {} });
    // 1 for the call, 10 for 20 variants, and 11 for 10 KB of description and 1 KB of options.
    expect((await counted()) - made).toBe(1 + 10 + 11);
    const duplicated = await counted();
    await owner.products.createMissingVariants({
      productId: id,
      body: {
        options: [{ name: "Size", values: [...sizes, ...longer] }],
        variantDefaults: { price: 10 },
      },
    });
    expect((await counted()) - duplicated).toBeGreaterThanOrEqual(1 + 10);
    const { variants } = await owner.products.updateProduct({
      id,
      body: { name: "衣".repeat(250), status: "ACTIVE" },
    });
    const items = variants.slice(0, 20).map((variant) => ({ variantId: variant.id, quantity: 1 }));
    const named = await counted();
    const shipping = { name: "Courier", price: 0 };
    const draft = await owner.draftOrders.createDraftOrder({
      storeId,
      body: { items, customShipping: shipping, email: "ada@example.com" },
    });
    // 1 for the call, at least 20 for the lines of the draft and of its later order, and 29 for the 30 KB of their
    // names.
    expect((await counted()) - named).toBeGreaterThanOrEqual(1 + 20 + 29);
    const drafted = await counted();
    await owner.draftOrders.convertDraftOrder({ id: draft.id, body: {} });
    expect((await counted()) - drafted).toBeGreaterThanOrEqual(1 + 20 + 29);
  });

  test("count a change once, and once for each kilobyte of its body", async ({ world }) => {
    const shop = await openShop(world, "mine");
    const { app, close } = await anotherProcess(world);
    const named = endpoints.find(({ name }) => name === "logging.createAuditEntry");
    if (named === undefined) throw new Error("the contract has no such call");
    const who = await whoMay(named.endpoint, shop, world);
    for (const length of [1, 3000]) {
      const input = { body: { entityType: "note", after: { text: "x".repeat(length) } } };
      const answer = await app.inject(requestOf(named, input, shop.host, who));
      expect(answer.statusCode).toBe(201);
    }
    const { rows } = await world.admin.query<{ calls: number }>(
      "select calls from shop.rate_limits where bucket like 'writes of %'",
    );
    // 1 for the short entry, 3 for the long one and its body, 2 for its state.
    expect(rows.reduce((all, { calls }) => all + calls, 0)).toBe(1 + 3 + 2);
    await close();
  });

  test("use the address from a proxy only if the proxy is trusted, and then only that address", async ({
    world,
  }) => {
    await openShop(world, "mine");
    const counted = async (trustProxy: Trust, forwarded: string) => {
      const { app, close } = await anotherProcess(world, trustProxy);
      await world.admin.query("truncate shop.rate_limits");
      await app.inject({
        method: "GET",
        url: "/api/v1/orders/X/thank-you/a@b.example",
        headers: { host: "mine.localhost", "x-forwarded-for": forwarded },
        remoteAddress: "192.0.2.9",
      });
      const { rows } = await world.admin.query<{ bucket: string }>(
        "select bucket from shop.rate_limits where bucket not like '% target %'",
      );
      await close();
      return rows.map(({ bucket }) => bucket.replace("getOrderThankYou ", "")).toSorted();
    };
    expect(await counted(false, "203.0.113.5")).toEqual(["192.0.2.9"]);
    expect(await counted(1, "203.0.113.5")).toEqual(["203.0.113.5"]);
    expect(await counted(1, "10.0.0.1, 203.0.113.5")).toEqual(["203.0.113.5"]);
    expect(await counted(["192.0.2.9"], "10.0.0.1, 203.0.113.5")).toEqual(["203.0.113.5"]);
    expect(await counted(["198.51.100.0/24"], "203.0.113.5")).toEqual(["192.0.2.9"]);
    expect(await counted(1, "203.0.113.5:40112")).toEqual(["203.0.113.5"]);
    const networks = ["2001:db8:1:2::/64", "2001:db8:1::/48"];
    expect(await counted(1, "2001:db8:1:2:aaaa::1")).toEqual(networks);
    expect(await counted(1, "2001:db8:1:2:bbbb::9")).toEqual(networks);
    expect(await counted(1, "::ffff:203.0.113.5")).toEqual(["203.0.113.5"]);
  });

  test("are eight times as high for all IPv6 networks of one customer together", async ({
    world,
  }) => {
    const { app, close } = await anotherProcess(world);
    await farFromMinutesEnd();
    const codes = await Promise.all(
      Array.from({ length: 85 }, async (_, i) => {
        const answer = await app.inject({
          method: "POST",
          url: "/api/v1/users/forgot-password",
          headers: { host: "localhost", "x-forwarded-for": `2001:db8:1:${i.toString(16)}::1` },
          payload: { email: `nobody-${i}@example.com` },
        });
        return answer.statusCode;
      }),
    );
    expect(codes.filter((code) => code === 202)).toHaveLength(80);
    expect(codes.filter((code) => code === 429)).toHaveLength(5);
    await close();
  });
});
