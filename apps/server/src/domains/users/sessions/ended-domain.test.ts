import { describe, expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { openShopFor, shippingAddress } from "../../customers/customers.fixture.ts";
import { expectRefused, member } from "../../roles/roles.fixture.ts";
import { callRaw, password, seedUser } from "../user.fixture.ts";

const host = "shop.example";
const over = { code: "UNAUTHENTICATED" };
const refused = { code: "FORBIDDEN", message: expect.stringContaining("the platform's address") };

async function addDomain(world: World, storeId: string, name = host): Promise<string> {
  const { rows } = await world.admin.query<{ id: string }>(
    `insert into shop.domains (id, store_id, host, status, verified_at)
     values (gen_random_uuid(), $1, $2, 'ACTIVE', now()) returning id`,
    [storeId, name],
  );
  world.services.directory.forget();
  return rows[0]?.id ?? "";
}

async function signInAt(world: World, at: string, email: string) {
  const { users } = world.client({ host: at });
  const { accessToken, refreshToken = "" } = await users.login({ body: { email, password } });
  return { accessToken, refreshToken, client: world.client({ accessToken, host: at }) };
}

/** A shop with a custom domain and an owner, who is signed in at the platform's host. */
async function shopAtDomain(world: World) {
  const shop = await openShopFor(world);
  const owner = await member(world, shop.storeId, "ADMIN");
  const domainId = await addDomain(world, shop.storeId);
  const other = await addDomain(world, shop.storeId, "other.example");
  return { ...shop, owner, domainId, other };
}
type Shop = Awaited<ReturnType<typeof shopAtDomain>>;

/** Sends a guest's order as a page at this host does, and returns its id, key and cookie. */
async function order(world: World, { storeId, items }: Shop, at: string) {
  const answer = await callRaw(world, "POST", `/orders/store/${storeId}`, {
    body: { items, shippingAddress, email: "ada@example.com" },
    headers: { host: at },
  });
  expect(answer.statusCode).toBe(201);
  return { ...answer.json<{ id: string; orderKey: string }>(), cookie: cookieIn(answer) };
}

function cookieIn({ headers }: { headers: object }): string {
  return /vetrina_order_[^;]*/.exec(JSON.stringify(headers))?.[0] ?? "";
}

async function reads(world: World, id: string, cookie: string, at = host): Promise<number> {
  const headers = { host: at, cookie };
  return (await callRaw(world, "GET", `/orders/${id}/with-items`, { headers })).statusCode;
}

const switchOff = ({ owner, domainId: id }: Shop) =>
  owner.domains.updateDomain({ id, body: { status: "INACTIVE" } });

const endings: Record<string, (world: World, shop: Shop) => Promise<unknown>> = {
  "switched off": (_world, shop) => switchOff(shop),
  "switched off and on again": async (_world, shop) => {
    await switchOff(shop);
    await shop.owner.domains.updateDomain({ id: shop.domainId, body: { status: "ACTIVE" } });
  },
  removed: (_world, { owner, domainId: id }) => owner.domains.deleteDomain({ id }),
  "given up with its store": (_world, { owner, storeId: id }) =>
    owner.stores.deleteStore({ id, body: { currentPassword: password } }),
  "moved to another store": async (world, { domainId }) => {
    const { storeId } = await openShopFor(world);
    const move = "update shop.domains set store_id = $1 where id = $2";
    await world.admin.query(move, [storeId, domainId]);
  },
};

describe("a custom domain that is", () => {
  for (const [name, end] of Object.entries(endings))
    test(`${name} ends the sessions that were opened there, and no others`, async ({ world }) => {
      const shop = await shopAtDomain(world);
      const { email } = await seedUser(world);
      const sessions = [
        await signInAt(world, host, shop.owner.email),
        await signInAt(world, host, email),
      ];
      const kept = [
        await signInAt(world, "localhost", shop.owner.email),
        await signInAt(world, "localhost", email),
      ];
      for (const { client } of sessions) await client.users.getMe();
      await end(world, shop);
      for (const { accessToken, refreshToken } of sessions) {
        const calls = world.client({ accessToken });
        await expect(calls.users.getMe()).rejects.toMatchObject(over);
        const refresh = world.client().users.refreshToken({ body: { refreshToken } });
        await expect(refresh).rejects.toMatchObject(over);
      }
      for (const { accessToken, refreshToken } of kept) {
        await world.client({ accessToken }).users.getMe();
        await world.client().users.refreshToken({ body: { refreshToken } });
      }
    });

  test("switched off leaves the sessions of the store's other domains", async ({ world }) => {
    const shop = await shopAtDomain(world);
    const { accessToken } = await signInAt(world, "other.example", shop.owner.email);
    await switchOff(shop);
    await world.client({ accessToken }).users.getMe();
  });

  test("switched off while somebody signs in there opens no session", async ({ world }) => {
    const shop = await shopAtDomain(world);
    const holder = await world.admin.connect();
    try {
      await holder.query("begin");
      const off = "update shop.domains set status = 'INACTIVE' where id = $1";
      await holder.query(off, [shop.domainId]);
      const ends = Promise.allSettled([signInAt(world, host, shop.owner.email)]);
      await untilBlocked(world);
      await holder.query("commit");
      expect(await ends).toMatchObject([
        { status: "rejected", reason: { code: "UNKNOWN_HOST", statusCode: 421 } },
      ]);
    } finally {
      holder.release();
    }
  });
});

test("switching a custom domain off waits for a sign-in there, and ends its session", async ({
  world,
}) => {
  const { storeId, domainId, owner } = await shopAtDomain(world);
  const signingIn = await world.admin.connect();
  try {
    await signingIn.query("begin");
    await signingIn.query(
      `insert into shop.sessions (id, user_id, expires_at, only_store, activation)
       select gen_random_uuid(), $1, now() + interval '30 days', $2, door.hold_activation($3, $2)`,
      [owner.userId, storeId, host],
    );
    const off = "update shop.domains set status = 'INACTIVE' where id = $1";
    const ending = world.admin.query(off, [domainId]);
    await untilBlocked(world);
    await signingIn.query("commit");
    await ending;
  } finally {
    signingIn.release();
  }
  const { rows } = await world.admin.query(
    "select revoked_at is null as open from shop.sessions where only_store = $1",
    [storeId],
  );
  expect(rows).toEqual([{ open: false }]);
});

test("a session of a custom domain can't change the store's domains", async ({ world }) => {
  const shop = await shopAtDomain(world);
  const { storeId, other: id, owner } = shop;
  const { client } = await signInAt(world, host, owner.email);
  await expectRefused(
    [
      client.domains.createDomain({ storeId, body: { host: "more.example" } }),
      client.domains.updateDomain({ id, body: { isPrimary: true } }),
      client.domains.updateDomain({ id, body: { status: "INACTIVE" } }),
      client.domains.verifyDomain({ id }),
      client.domains.deleteDomain({ id }),
    ],
    refused,
  );
  expect(await client.domains.getDomain({ id })).toMatchObject({ status: "ACTIVE" });
  await owner.domains.updateDomain({ id, body: { isPrimary: true } });
});

describe("the cookie of a guest's order that was placed at a custom domain", () => {
  for (const [name, end] of Object.entries(endings))
    test(`opens it until the domain is ${name}`, async ({ world }) => {
      const shop = await shopAtDomain(world);
      const { id, orderKey, cookie } = await order(world, shop, host);
      await shop.pay({ id, orderKey });
      expect(cookie).not.toContain(orderKey);
      expect(await reads(world, id, cookie)).toBe(200);
      const opened = await callRaw(world, "POST", `/orders/${id}/open`, {
        headers: { host: "localhost", cookie },
      });
      await end(world, shop);
      for (const at of [host, "other.example", "localhost"])
        expect([at, await reads(world, id, cookie, at)]).toEqual([at, 404]);
      expect(await reads(world, id, cookieIn(opened), "localhost")).toBe(404);
      const change = await world.inject({
        method: "PUT",
        url: `/api/v1/orders/${id}/shipping-address`,
        headers: { host: "localhost", cookie },
        payload: { ...shippingAddress, name: "Mallory" },
      });
      expect(change.statusCode).toBe(404);
    });

  test("is bound to the domain by its link too, and not at the platform's host", async ({
    world,
  }) => {
    const shop = await shopAtDomain(world);
    const { id, orderKey } = await order(world, shop, "localhost");
    const open = async (at: string) =>
      cookieIn(
        await callRaw(world, "POST", `/orders/${id}/open`, {
          headers: { host: at, "x-order-key": orderKey },
        }),
      );
    const [bound, free] = [await open(host), await open("localhost")];
    expect(await reads(world, id, bound)).toBe(200);
    await switchOff(shop);
    expect(await reads(world, id, bound)).toBe(404);
    expect(await reads(world, id, free, "localhost")).toBe(200);
    // A host that belongs to no store gets no cookie.
    expect(await open(host)).toBe("");
  });

  test("replaces an unpaid order only while the domain is on", async ({ world }) => {
    const shop = await shopAtDomain(world);
    const kept = await order(world, shop, host);
    await switchOff(shop);
    const replaced = await order(world, shop, "other.example");
    for (const { cookie } of [kept, replaced])
      await callRaw(world, "POST", `/orders/store/${shop.storeId}`, {
        body: { items: shop.items, shippingAddress, email: "ada@example.com" },
        headers: { host: "localhost", cookie },
      });
    const { rows } = await world.admin.query(
      "select id, cancelled_at is null as open from shop.orders where id = any($1) order by id",
      [[kept.id, replaced.id]],
    );
    expect(rows).toEqual([
      { id: kept.id, open: true },
      { id: replaced.id, open: false },
    ]);
  });
});
