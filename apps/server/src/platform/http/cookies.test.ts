import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { endpoints, openShop, type Shop } from "./contract.fixture.ts";
import { requestOf, validInput } from "./valid-calls.fixture.ts";

/** A browser's headers for a call from a page of another origin. A sibling store's page counts as same-site. */
const elsewhere: Record<string, string>[] = [
  { origin: "http://yours.localhost", "sec-fetch-site": "same-site" },
  { origin: "http://yours.localhost" },
  { origin: "http://localhost:4000" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  { origin: "null" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site" },
];
/** Headers of calls from the store's own page, a browser that sends no origin, and a program other than a browser. */
const own: Record<string, string>[] = [
  { origin: "http://localhost", "sec-fetch-site": "same-origin" },
  { origin: "http://LOCALHOST" },
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  {},
];

const changing = endpoints.filter(
  ({ endpoint }) => endpoint.method !== "GET" && endpoint.access.allow.includes("order-key"),
);

function cookieOf({ ids, orderKey }: Shop, id = ids.order) {
  return `other=1; vetrina_order_${id}=${orderKey}`;
}

async function send(
  world: World,
  named: (typeof endpoints)[number],
  shop: Shop,
  headers: Record<string, string>,
) {
  const input = await validInput(named, shop, world);
  const request = requestOf(named, input, "localhost", {});
  // Some calls use an order other than the shop's. Its key is the same, but its cookie has another name.
  const { cookie } = headers;
  const own = cookie === undefined ? {} : { cookie: cookieOf(shop, input.params["id"]) };
  return world.app.inject({ ...request, headers: { ...request.headers, ...headers, ...own } });
}

/** Reads the order's state, which the calls would change. */
async function stateOf(world: World, { ids }: Shop): Promise<unknown> {
  const { rows } = await world.admin.query(
    `select o.payment_state, o.cancelled_at, o.expires_at, (select json_agg(p order by p.id) from shop.payments p where p.order_id = o.id) payments
     from shop.orders o where o.id = $1`,
    [ids.order],
  );
  return rows[0];
}

describe("an order's cookie", () => {
  test("does not authorize changes from a page of another origin", async ({ world }) => {
    const shop = await openShop(world, "mine");
    expect(changing.map(({ name }) => name)).toEqual([
      "orders.openOrder",
      "orders.cancelOrder",
      "orders.changeShippingAddress",
      "orders.changeItemSize",
      "payments.createPaymentIntent",
      "payments.updateExpressShipping",
      "payments.processPayment",
    ]);
    const before = await stateOf(world, shop);
    const wrong: string[] = [];
    for (const named of changing)
      for (const headers of elsewhere) {
        const { statusCode } = await send(world, named, shop, {
          ...headers,
          cookie: cookieOf(shop),
        });
        if (statusCode !== 401)
          wrong.push(`${named.name} ${JSON.stringify(headers)}: ${statusCode}`);
      }
    expect(wrong).toEqual([]);
    expect(await stateOf(world, shop)).toEqual(before);
  });

  test("authorizes them from the store's own page; the key in a header works from anywhere", async ({
    world,
  }) => {
    const wrong: string[] = [];
    for (const [i, named] of changing.entries()) {
      const shop = await openShop(world, `mine-${i}`);
      for (const headers of own) {
        const { statusCode } = await send(world, named, shop, {
          ...headers,
          cookie: cookieOf(shop),
        });
        if (statusCode === 401 || statusCode === 404)
          wrong.push(`${named.name} ${JSON.stringify(headers)}: ${statusCode}`);
      }
      for (const headers of elsewhere) {
        const { statusCode } = await send(world, named, shop, {
          ...headers,
          "x-order-key": shop.orderKey,
        });
        if (statusCode === 401 || statusCode === 404) wrong.push(`${named.name}: ${statusCode}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("behind a proxy, the page's origin is the host that the proxy was called with", async ({
    world,
  }) => {
    const shop = await openShop(world, "mine");
    const named = changing.find(({ name }) => name === "orders.cancelOrder");
    if (named === undefined) throw new Error("no call cancels an order");
    const proxied = { "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" };
    const cookie = cookieOf(shop);
    const other = { ...proxied, cookie, origin: "http://localhost" };
    expect((await send(world, named, shop, other)).statusCode).toBe(401);
    const same = { ...proxied, cookie, origin: "https://shop.example" };
    expect((await send(world, named, shop, same)).statusCode).toBe(200);
  });

  test("shows the order to its browser when it follows a link", async ({ world }) => {
    const { ids, orderKey } = await openShop(world, "mine");
    const answer = await world.app.inject({
      url: `/api/v1/orders/${ids.order}`,
      headers: {
        host: "localhost",
        "sec-fetch-site": "cross-site",
        cookie: `vetrina_order_${ids.order}=${orderKey}`,
      },
    });
    expect(answer.statusCode).toBe(200);
  });
});
