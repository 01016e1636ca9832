// @module-tag slow

import { describe, expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { orderKey } from "../../../platform/http/callers/order-cookie.ts";
import { openAccount, openShopFor, shippingAddress } from "../../customers/customers.fixture.ts";
import { draftShop } from "../../draft-orders/drafts.fixture.ts";
import { lockOrder } from "../../order-records/order-rows.ts";
import { member } from "../../roles/roles.fixture.ts";
import { callRaw, moveClock, password, seedUser, signInAs, tokenIn } from "../user.fixture.ts";

type Shop = Awaited<ReturnType<typeof openShopFor>>;
type Answer = Awaited<ReturnType<typeof callRaw>>;

/** The order cookies that a response sets or clears, as name=value pairs. */
function orderCookies(answer: Answer): string[] {
  const sent = [answer.headers["set-cookie"] ?? []].flat().map(String);
  return sent.flatMap((one) => (one.startsWith("vetrina_order_") ? [one.split(";")[0] ?? ""] : []));
}

/** Places an order as a browser does; signed in with the access token, if one is given. */
async function order(world: World, shop: Shop, accessToken?: string, cookie?: string) {
  const answer = await callRaw(world, "POST", `/orders/store/${shop.storeId}`, {
    body: { items: shop.items, shippingAddress, email: "ada@example.com" },
    headers: {
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
      ...(cookie === undefined ? {} : { cookie }),
    },
  });
  expect(answer.statusCode).toBe(201);
  const { id, orderKey } = answer.json<{ id: string; orderKey: string }>();
  return { id, orderKey, cookie: orderCookies(answer)[0] ?? "" };
}

/** Opens the link of an order's email. */
async function openLink(
  world: World,
  { id, orderKey }: { id: string; orderKey: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await callRaw(world, "POST", `/orders/${id}/open`, {
    headers: { "x-order-key": orderKey, ...headers },
  });
  expect(answer.statusCode).toBe(204);
  return orderCookies(answer)[0] ?? "";
}

const reads = async (world: World, id: string, cookie: string, headers = {}) =>
  (await callRaw(world, "GET", `/orders/${id}/with-items`, { headers: { cookie, ...headers } }))
    .statusCode;

/** An account that is signed in twice: in the browser that orders, and on another device. */
async function twoSessions(world: World) {
  const { id: userId, email } = await seedUser(world);
  const browser = await signInAs(world, email);
  const device = await signInAs(world, email);
  return { userId, email, browser, device, elsewhere: world.client(device) };
}
type Person = Awaited<ReturnType<typeof twoSessions>>;

const endings: Record<string, (world: World, person: Person) => Promise<unknown>> = {
  "signing out": (world, { browser }) =>
    world.client().users.logout({ body: { refreshToken: browser.refreshToken } }),
  "ending it on another device": async (_world, { elsewhere }) => {
    const { items } = await elsewhere.users.listSessions({});
    await elsewhere.users.endSession({ id: items.find((one) => !one.isCurrent)?.id ?? "" });
  },
  "ending all other sessions": (_world, { elsewhere }) => elsewhere.users.endOtherSessions({}),
  "a new password": (_world, { elsewhere }) =>
    elsewhere.users.changePassword({
      body: { currentPassword: password, newPassword: "battery staple correct" },
    }),
  "resetting the password": async (world, { email }) => {
    await world.client().users.forgotPassword({ body: { email } });
    const token = tokenIn((await world.sendMails()).at(-1));
    await world
      .client()
      .users.resetPassword({ body: { token, password: "battery staple correct" } });
  },
  "deleting the account": (_world, { elsewhere, userId: id }) => elsewhere.users.deleteUser({ id }),
};

describe("the cookie of an order that a signed-in buyer placed", () => {
  for (const [name, end] of Object.entries(endings))
    test(`opens the order until its session ends by ${name}`, async ({ world }) => {
      const shop = await openShopFor(world);
      const person = await twoSessions(world);
      const { id, orderKey, cookie } = await order(world, shop, person.browser.accessToken);
      await shop.pay({ id, orderKey });
      expect(await reads(world, id, cookie)).toBe(200);
      const linked = await openLink(world, { id, orderKey });
      await end(world, person);
      expect(await reads(world, id, cookie)).toBe(404);
      const headers = { cookie };
      for (const [method, path, body] of [
        ["PUT", "shipping-address", { ...shippingAddress, name: "Mallory" }],
        ["POST", "cancel", undefined],
        ["POST", "open", undefined],
      ] as const) {
        const payload = body === undefined ? {} : { payload: body };
        const url = `/api/v1/orders/${id}/${path}`;
        const answer = await world.inject({
          method,
          url,
          headers: { host: "localhost", ...headers },
          ...payload,
        });
        expect([path, answer.statusCode]).toEqual([path, 404]);
      }
      // A browser that opened the link in the order's email keeps access, because its cookie isn't bound to the
      // session.
      expect(await reads(world, id, linked)).toBe(200);
      expect(await reads(world, id, await openLink(world, { id, orderKey }))).toBe(200);
    });

  test("opens it after renewals, and once the access token or the session has expired", async ({
    world,
  }) => {
    const shop = await openShopFor(world);
    const { browser } = await twoSessions(world);
    // A minute before the access token expires.
    moveClock(world, 14 * 60);
    const { id, orderKey, cookie } = await order(world, shop, browser.accessToken);
    const body = { refreshToken: browser.refreshToken, rotate: true };
    await world.client().users.refreshToken({ body });
    const expired = { authorization: `Bearer ${browser.accessToken}` };
    moveClock(world, 16 * 60);
    expect(await reads(world, id, cookie, expired)).toBe(200);
    await world.admin.query("update shop.sessions set expires_at = now() - interval '1 minute'");
    expect(await reads(world, id, cookie)).toBe(200);
    const intent = await callRaw(world, "POST", `/orders/${id}/payment-intent`, {
      body: { provider: "other" },
      headers: { cookie, ...expired },
    });
    expect(intent.statusCode).toBe(201);
    expect(await reads(world, id, `vetrina_order_${id}=${orderKey}`)).toBe(200);
  });

  test("isn't the order's key, and opens neither another order nor with another session", async ({
    world,
  }) => {
    const shop = await openShopFor(world);
    const { browser, device } = await twoSessions(world);
    const mine = await order(world, shop, browser.accessToken);
    const other = await order(world, shop, device.accessToken);
    const [name = "", value = ""] = mine.cookie.split("=");
    expect(value).not.toContain(mine.orderKey);
    expect(await reads(world, mine.id, "", { "x-order-key": value })).toBe(404);
    expect(await reads(world, other.id, `vetrina_order_${other.id}=${value}`)).toBe(404);
    const [version, , proof] = value.split(".");
    const session = other.cookie.split("=")[1]?.split(".")[1];
    expect(await reads(world, mine.id, `${name}=${version}.${session}.${proof}`)).toBe(404);
    expect(await reads(world, mine.id, mine.cookie)).toBe(200);
  });

  test("stays bound to the session when its browser opens the order's link", async ({ world }) => {
    const shop = await openShopFor(world);
    const { browser, device, elsewhere } = await twoSessions(world);
    const made = await order(world, shop, browser.accessToken);
    const { id } = made;
    const byCookie = await openLink(world, made, { cookie: made.cookie });
    const byToken = await openLink(world, made, { authorization: `Bearer ${browser.accessToken}` });
    const onDevice = await openLink(world, made, { authorization: `Bearer ${device.accessToken}` });
    const withoutKey = orderCookies(
      await callRaw(world, "POST", `/orders/${id}/open`, { headers: { cookie: made.cookie } }),
    );
    await elsewhere.users.endOtherSessions({});
    for (const cookie of [byCookie, byToken, ...withoutKey])
      expect([cookie, await reads(world, id, cookie)]).toEqual([cookie, 404]);
    expect(await reads(world, id, onDevice)).toBe(200);
    // In the browser of the ended session, the link opens the order as in any other browser.
    expect(await reads(world, id, await openLink(world, made, { cookie: made.cookie }))).toBe(200);
  });

  test("doesn't let a browser of an ended session replace the unpaid order", async ({ world }) => {
    const shop = await openShopFor(world);
    const { browser, device, elsewhere } = await twoSessions(world);
    const kept = await order(world, shop, browser.accessToken);
    const replaced = await order(world, shop, device.accessToken);
    await order(world, shop, undefined, replaced.cookie);
    await elsewhere.users.endOtherSessions({});
    await order(world, shop, undefined, kept.cookie);
    const { rows } = await world.admin.query(
      "select id, cancelled_at is null as open from shop.orders where id = any($1) order by id",
      [[kept.id, replaced.id]],
    );
    expect(rows).toEqual([
      { id: kept.id, open: true },
      { id: replaced.id, open: false },
    ]);
  });

  test("opens nothing if the session ends while the order is being placed", async ({ world }) => {
    const shop = await openShopFor(world);
    const { browser, elsewhere } = await twoSessions(world);
    const holder = await world.admin.connect();
    try {
      await holder.query("begin");
      await holder.query("select from shop.inventory_levels for update");
      const placing = order(world, shop, browser.accessToken);
      await untilBlocked(world);
      await elsewhere.users.endOtherSessions({});
      await holder.query("commit");
      const { id, cookie } = await placing;
      expect(await reads(world, id, cookie)).toBe(404);
      expect((await elsewhere.orders.getOrder({ id })).id).toBe(id);
    } finally {
      holder.release();
    }
  });
});

/** Opens an order in a signed-in browser, and returns its id and the cookie. */
const openings: Record<
  string,
  (world: World, headers: Record<string, string>, person: Person) => Promise<[string, string]>
> = {
  "its pay link": async (world, headers) => {
    const { draft, linkOf } = await draftShop(world);
    const { id } = await draft();
    const body = { key: await linkOf(id) };
    const answer = await callRaw(world, "POST", `/draft-orders/${id}/open`, { body, headers });
    expect(answer.statusCode).toBe(200);
    return [id, orderCookies(answer)[0] ?? ""];
  },
  "the link of an order paid by hand": async (world, headers, { browser }) => {
    const shop = await openShopFor(world);
    const made = await order(world, shop, browser.accessToken);
    const staff = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
    await staff.transactions.createTransaction({ body: { orderId: made.id, method: "CASH" } });
    // Recording the payment replaced the order's key, so this is the second key, which the confirmation's link
    // contains.
    const { key } = orderKey(world.services, made.id, 2);
    return [made.id, await openLink(world, { id: made.id, orderKey: key }, headers)];
  },
  "the link of an order placed as a guest": async (world, headers) => {
    const made = await order(world, await openShopFor(world));
    return [made.id, await openLink(world, made, headers)];
  },
};

describe("the cookie of an order that a signed-in browser opened", () => {
  for (const [name, open] of Object.entries(openings))
    test(`opens the order until the session ends, if it was opened by ${name}`, async ({
      world,
    }) => {
      const person = await twoSessions(world);
      const authorization = `Bearer ${person.browser.accessToken}`;
      const [id, cookie] = await open(world, { authorization }, person);
      expect(await reads(world, id, cookie)).toBe(200);
      await person.elsewhere.users.endOtherSessions({});
      expect(await reads(world, id, cookie)).toBe(404);
    });

  test("is bound by the refresh token's cookie once the access token has expired", async ({
    world,
  }) => {
    const shop = await openShopFor(world);
    const made = await order(world, shop);
    const { email, elsewhere } = await twoSessions(world);
    const signedIn = await signIn(world, email, []);
    const sent = [signedIn.headers["set-cookie"] ?? []].flat().map(String);
    const refresh = sent.find((one) => one.startsWith("vetrina_refresh="))?.split(";")[0] ?? "";
    const opened = await openLink(world, made, { cookie: refresh });
    const placed = await order(world, shop, undefined, refresh);
    expect(await reads(world, made.id, opened)).toBe(200);
    await elsewhere.users.endOtherSessions({});
    expect(await reads(world, made.id, opened)).toBe(404);
    expect(await reads(world, placed.id, placed.cookie)).toBe(404);
    expect(await reads(world, made.id, await openLink(world, made, { cookie: refresh }))).toBe(200);
  });
});

test("a change by the cookie that waits while the session ends isn't made", async ({ world }) => {
  const shop = await openShopFor(world);
  const person = await twoSessions(world);
  const { id, orderKey: key, cookie } = await order(world, shop, person.browser.accessToken);
  await shop.pay({ id, orderKey: key });
  const ctx = await world.system(shop.storeId);
  const { changing } = await ctx.tx(async (tx) => {
    await lockOrder(tx, id);
    const answer = world.inject({
      method: "PUT",
      url: `/api/v1/orders/${id}/shipping-address`,
      headers: { host: "localhost", cookie },
      payload: { ...shippingAddress, name: "Mallory" },
    });
    const ends = Promise.allSettled([answer]);
    await untilBlocked(world);
    await person.elsewhere.users.endOtherSessions({});
    return { changing: ends };
  });
  const [end] = await changing;
  expect(end).toMatchObject({ status: "fulfilled", value: { statusCode: 404 } });
  const kept = await person.elsewhere.orders.getOrder({ id });
  expect(kept.shippingAddress).toMatchObject({ name: shippingAddress.name });
});

test("a session can't be ended between a change's last check and its commit", async ({ world }) => {
  const { browser, elsewhere } = await twoSessions(world);
  const { id, cookie } = await order(world, await openShopFor(world), browser.accessToken);
  const changing = await world.services.database.app.connect();
  const enter = `select door.enter_order('${id}', '\\x${orderKey(world.services, id).hash.toString("hex")}',
    '${cookie.split(".")[1]}')`;
  try {
    await changing.query(`begin; ${enter}`);
    await changing.query("select from shop.orders where id = $1 for update", [id]);
    await changing.query(enter);
    const ending = elsewhere.users.endOtherSessions({});
    await untilBlocked(world);
    await changing.query("commit");
    await ending;
  } finally {
    changing.release();
  }
});

const signIn = (world: World, email: string, cookies: readonly string[]) =>
  callRaw(world, "POST", "/users/login", {
    body: { email, password, cookie: true },
    headers: { cookie: cookies.join("; ") },
  });

describe("signing in", () => {
  test("clears the cookies of orders that other accounts placed, and keeps all others", async ({
    world,
  }) => {
    const shop = await openShopFor(world);
    const { email, browser } = await twoSessions(world);
    const bought = await order(world, shop, browser.accessToken);
    const linked = await order(world, shop, browser.accessToken);
    const guests = await order(world, shop);
    const unknown = `vetrina_order_${bought.id.replace(/^..../, "0000")}=key`;
    const cookies = [
      bought.cookie,
      await openLink(world, linked),
      guests.cookie,
      unknown,
      "vetrina_order_x=1",
    ];
    expect(orderCookies(await signIn(world, email, cookies))).toEqual([]);
    const next = await twoSessions(world);
    const cleared = [bought.id, linked.id].map((id) => `vetrina_order_${id}=`);
    expect(orderCookies(await signIn(world, next.email, cookies)).toSorted()).toEqual(
      cleared.toSorted(),
    );
    // A cookie with a wrong key doesn't reveal whether another account placed the order.
    const guessed = `vetrina_order_${linked.id}=${guests.orderKey}`;
    expect(orderCookies(await signIn(world, next.email, [guessed]))).toEqual([]);
  });

  test("shows the account an order that it placed in an ended session", async ({ world }) => {
    const shop = await openShopFor(world);
    const { email, browser, elsewhere } = await twoSessions(world);
    const { id, cookie } = await order(world, shop, browser.accessToken);
    await elsewhere.users.endOtherSessions({});
    const { accessToken } = (await signIn(world, email, [cookie])).json<{ accessToken: string }>();
    const authorization = `Bearer ${accessToken}`;
    expect(await reads(world, id, cookie, { authorization })).toBe(200);
  });

  test("clears the cookie of a guest's order that is listed in another account", async ({
    world,
  }) => {
    const shop = await openShopFor(world);
    const { cookie } = await order(world, shop);
    const ada = await openAccount(world, { email: "ada@example.com" });
    await ada.client.customers.getMyCustomer({ storeId: shop.storeId });
    const next = await twoSessions(world);
    expect(orderCookies(await signIn(world, next.email, [cookie]))).toEqual([
      `${cookie.split("=")[0]}=`,
    ]);
  });
});
