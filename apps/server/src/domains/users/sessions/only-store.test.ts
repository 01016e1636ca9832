// @module-tag slow

import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { openShopFor } from "../../customers/customers.fixture.ts";
import {
  builtInRole,
  expectRefused,
  member,
  seedRole,
  storeOf,
} from "../../roles/roles.fixture.ts";
import { callRaw, password, seedUser, tokenIn } from "../user.fixture.ts";

const elsewhere = {
  code: "FORBIDDEN",
  statusCode: 403,
  message: expect.stringContaining("Sign in at the platform's address"),
};

async function addHost(world: World, storeId: string, host: string): Promise<void> {
  await world.admin.query(
    `insert into shop.domains (id, store_id, host, status, verified_at)
     values (gen_random_uuid(), $1, $2, 'ACTIVE', now())`,
    [storeId, host],
  );
  world.services.directory.forget();
}

/** An owner of two stores. The first has a custom domain. */
async function ownerOfTwo(world: World) {
  const first = await seedStore(world, { slug: "first" });
  const owner = await member(world, first, "ADMIN");
  const second = await storeOf(world, owner);
  await addHost(world, first, "first.example");
  return { first, second, owner };
}

async function signInAt(world: World, host: string, email: string) {
  const { users } = world.client({ host });
  const { accessToken, refreshToken = "", user } = await users.login({ body: { email, password } });
  return { accessToken, refreshToken, user, client: world.client({ accessToken, host }) };
}

describe("a session opened at a store's custom domain", () => {
  test("gives staff access to that store only, wherever it is used", async ({ world }) => {
    const { first, second, owner } = await ownerOfTwo(world);
    const { accessToken, refreshToken, user } = await signInAt(world, "first.example", owner.email);
    expect(user.roles.map(({ storeId }) => storeId)).toEqual([first]);
    const refreshed = await world.client().users.refreshToken({ body: { refreshToken } });
    for (const token of [accessToken, refreshed.accessToken])
      for (const host of ["first.example", "first.localhost", "localhost"]) {
        const client = world.client({ accessToken: token, host });
        await client.customers.listCustomers({ storeId: first });
        await expect(client.customers.listCustomers({ storeId: second })).rejects.toMatchObject(
          elsewhere,
        );
        await expect(client.stores.deleteStore({ id: second })).rejects.toMatchObject(elsewhere);
        await expect(client.customers.getMyCustomer({ storeId: second })).rejects.toMatchObject(
          elsewhere,
        );
        expect((await client.users.getMe()).roles.map(({ storeId }) => storeId)).toEqual([first]);
        const mine = await client.stores.listMyStores({});
        expect([mine.items.map(({ id }) => id), mine.total]).toEqual([[first], 1]);
      }
  });

  test("reveals nothing about stores that the user has no tie to", async ({ world }) => {
    const { owner } = await ownerOfTwo(world);
    const foreign = await seedStore(world);
    const { client } = await signInAt(world, "first.example", owner.email);
    await expect(client.customers.listCustomers({ storeId: foreign })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await client.stores.getStore({ id: foreign })).toMatchObject({ id: foreign });
  });

  test("gives an administrator access to no store and to nothing of the platform", async ({
    world,
  }) => {
    const { second, owner } = await ownerOfTwo(world);
    await world.admin.query("update shop.users set is_platform_admin = true where id = $1", [
      owner.userId,
    ]);
    const { client } = await signInAt(world, "first.example", owner.email);
    const body = { slug: "third", name: "Third", currency: "USD", country: "US" };
    await expect(
      client.stores.createStore({
        body: { ...body, contact: { email: "a@b.example", phone: null, address: [], hours: [] } },
      }),
    ).rejects.toMatchObject(elsewhere);
    const calls = [
      client.stores.listStores({}),
      client.users.listUsers({}),
      client.customers.listCustomers({ storeId: second }),
    ];
    await expectRefused(calls, { code: "FORBIDDEN" });
  });

  test("gives a shopper access to everything they have there: account, address, order, wishlist", async ({
    world,
  }) => {
    const { storeId, productId, order } = await openShopFor(world);
    await addHost(world, storeId, "shop.example");
    const other = await openShopFor(world);
    const { email } = await seedUser(world);
    const { client, refreshToken } = await signInAt(world, "shop.example", email);
    const me = await client.customers.getMyCustomer({});
    const placed = await order(client, { email });
    expect(
      (await client.customers.listCustomerOrders({ id: me.id })).items.map(({ id }) => id),
    ).toEqual([placed.id]);
    await client.customers.updateCustomer({ id: me.id, body: { name: "Ada" } });
    await client.customers.updateWishlist({ id: me.id, body: { add: [productId], remove: [] } });
    const { accessToken } = await client.users.refreshToken({ body: { refreshToken } });
    const again = world.client({ accessToken, host: "shop.example" });
    expect((await again.customers.getMyCustomer({})).id).toBe(me.id);
    expect((await again.users.listSessions({})).total).toBe(1);
    // In another store, the caller orders as a guest, because the session is bound to this store.
    const foreign = await other.order(again, { email });
    const { rows } = await world.admin.query("select placed_by from shop.orders where id = $1", [
      foreign.id,
    ]);
    expect(rows).toEqual([{ placed_by: null }]);
  });

  test("ends once the domain belongs to another store", async ({ world }) => {
    const { second, owner } = await ownerOfTwo(world);
    const headers = { host: "first.example" };
    const body = { email: owner.email, password, cookie: true };
    const answer = await callRaw(world, "POST", "/users/login", { body, headers });
    const cookie = /vetrina_refresh=[^;]+/.exec(String(answer.headers["set-cookie"]))?.[0] ?? "";
    const refresh = () =>
      callRaw(world, "POST", "/users/refresh-token", { body: {}, headers: { ...headers, cookie } });
    await world.admin.query("delete from shop.domains where host = 'first.example'");
    await addHost(world, second, "first.example");
    const moved = await refresh();
    expect([moved.statusCode, String(moved.headers["set-cookie"])]).toEqual([
      401,
      expect.stringContaining("Max-Age=0"),
    ]);
  });

  test("needs the password to delete the account, even right after signing in", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    await addHost(world, storeId, "shop.example");
    const { email, id } = await seedUser(world);
    const { client } = await signInAt(world, "shop.example", email);
    await expect(client.users.deleteUser({ id })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    await client.users.deleteUser({ id, body: { currentPassword: password } });
  });
});

const unknownHost = { code: "UNKNOWN_HOST", statusCode: 421 };

async function setStatus(world: World, status: "ACTIVE" | "INACTIVE"): Promise<void> {
  const change = "update shop.domains set status = $1 where host = 'first.example'";
  await world.admin.query(change, [status]);
  world.services.directory.forget();
}

function sendToFirst(world: World, path: string, body: object, cookie = "") {
  return callRaw(world, "POST", path, { body, headers: { host: "first.example", cookie } });
}

function cookieIn({ headers }: { headers: object }): string | undefined {
  return /vetrina_refresh=[^;]*/.exec(JSON.stringify(headers))?.[0];
}

describe("a custom domain that currently belongs to no store", () => {
  test("opens no browser session, because it would open all stores once the host leads elsewhere", async ({
    world,
  }) => {
    const { owner } = await ownerOfTwo(world);
    const body = { email: owner.email, password, cookie: true };
    await setStatus(world, "INACTIVE");
    const answer = await sendToFirst(world, "/users/login", body);
    expect(answer.json()).toMatchObject(unknownHost);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    const headers = { host: "unknown.example" };
    const unknown = await callRaw(world, "POST", "/users/login", { body, headers });
    expect(unknown.json()).toMatchObject(unknownHost);
    const { rows } = await world.admin.query(
      "select from shop.sessions where user_id = $1 and only_store is null and opened_at_store is null",
      [owner.userId],
    );
    expect(rows).toHaveLength(1);
    // A program that calls the server by an internal host name sends no cookies.
    const { user } = await signInAt(world, "server.internal", owner.email);
    expect(user.roles).toHaveLength(2);
  });

  test("neither refreshes nor deletes the cookie, which no longer works once the host belongs to the store again", async ({
    world,
  }) => {
    const { owner } = await ownerOfTwo(world);
    const login = await sendToFirst(world, "/users/login", {
      email: owner.email,
      password,
      cookie: true,
    });
    const cookie = cookieIn(login);
    await setStatus(world, "INACTIVE");
    const away = await sendToFirst(world, "/users/refresh-token", {}, cookie);
    expect(away.json()).toMatchObject(unknownHost);
    expect(away.headers["set-cookie"]).toBeUndefined();
    await setStatus(world, "ACTIVE");
    const again = await sendToFirst(world, "/users/refresh-token", {}, cookie);
    expect([again.statusCode, cookieIn(again)]).toEqual([401, "vetrina_refresh="]);
  });

  test("refreshes no cookie that opens all stores and was set while the host was the platform's", async ({
    world,
  }) => {
    const { owner } = await ownerOfTwo(world);
    const body = { email: owner.email, password, cookie: true };
    const atPlatform = await callRaw(world, "POST", "/users/login", { body });
    const refreshed = await sendToFirst(world, "/users/refresh-token", {}, cookieIn(atPlatform));
    expect([refreshed.statusCode, cookieIn(refreshed)]).toEqual([401, "vetrina_refresh="]);
  });
});

describe("a session at a custom domain, which the domain's owner may have copied,", () => {
  test("sees and ends only the sessions of that store, however often it tries", async ({
    world,
  }) => {
    const { owner } = await ownerOfTwo(world);
    const { client } = await signInAt(world, "first.example", owner.email);
    const { client: sameStore } = await signInAt(world, "first.example", owner.email);
    const all = await owner.users.listSessions({});
    expect(all.total).toBe(3);
    const bound = await client.users.listSessions({});
    expect([bound.items.length, bound.total]).toEqual([2, 2]);
    const hidden = all.items.find(({ id }) => bound.items.every((one) => one.id !== id));
    await expect(client.users.endSession({ id: hidden?.id ?? "" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await client.users.endOtherSessions()).toEqual({ ended: 1 });
    expect(await client.users.endOtherSessions()).toEqual({ ended: 0 });
    await expect(sameStore.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    // A session of the platform's host can end a session of the store's host, but not the other way around.
    expect(await owner.users.endOtherSessions()).toEqual({ ended: 1 });
    await expect(client.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("can change neither that store's staff nor its mode", async ({ world }) => {
    const { first, owner } = await ownerOfTwo(world);
    const staff = await member(world, first, ["MANAGE_SETTINGS"]);
    const coOwner = await member(world, first, "ADMIN");
    const roleId = await builtInRole(world, first, "ADMIN");
    const { client } = await signInAt(world, "first.example", owner.email);
    const [body, permissions] = [{ userId: staff.userId, roleId }, ["MANAGE_ORDERS"] as const];
    const role = {
      storeId: first,
      name: "Mine",
      type: "STAFF",
      permissions: [...permissions],
    } as const;
    await expectRefused(
      [
        client.roles.assignRole({ body }),
        client.roles.revokeRole({ body: { userId: coOwner.userId, roleId } }),
        client.roles.createRole({ body: role }),
        client.roles.removeStaff({ userId: coOwner.userId, storeId: first }),
        client.roles.removeStaff({ userId: owner.userId, storeId: first }),
        client.invitations.createInvitation({
          storeId: first,
          body: { email: "me@else.example", roleId },
        }),
        client.domains.createDomain({ storeId: first, body: { host: "more.example" } }),
        client.stores.updateStore({ id: first, body: { environment: "LIVE" } }),
        client.stores.deleteStore({ id: first, body: { currentPassword: password } }),
      ],
      { code: "FORBIDDEN", message: expect.stringContaining("Sign in at the platform's address") },
    );
    await client.stores.updateStore({ id: first, body: { tagline: "New" } });
    await owner.roles.assignRole({ body });
  });

  test("ends all other sessions by changing the password, which requires the old one", async ({
    world,
  }) => {
    const { owner } = await ownerOfTwo(world);
    const { client } = await signInAt(world, "first.example", owner.email);
    const newPassword = "summer hats in may";
    await client.users.changePassword({ body: { currentPassword: password, newPassword } });
    await expect(owner.users.getMe()).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  });

  test("can change the user's name, which all their stores show, only with the password", async ({
    world,
  }) => {
    const { owner } = await ownerOfTwo(world);
    const { client } = await signInAt(world, "first.example", owner.email);
    const rename = (name: string, currentPassword?: string) =>
      client.users.updateUser({
        id: owner.userId,
        body: { name, ...(currentPassword !== undefined && { currentPassword }) },
      });
    await expect(rename("Mallory")).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(rename("Mallory", "not the password")).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
    });
    const { name } = await owner.users.getMe();
    expect(name).not.toBe("Mallory");
    expect(await rename("Ada", password)).toMatchObject({ name: "Ada" });
    expect(await owner.users.updateUser({ id: owner.userId, body: { name: "Eve" } })).toMatchObject(
      { name: "Eve" },
    );
  });

  test("can't accept a role, not even in that store", async ({ world }) => {
    const { first, owner } = await ownerOfTwo(world);
    const third = await seedStore(world, { slug: "third" });
    const { client } = await signInAt(world, "first.example", owner.email);
    for (const storeId of [first, third]) {
      const roleId = await builtInRole(world, storeId, "STAFF");
      const inviter = await member(world, storeId, "ADMIN");
      await inviter.invitations.createInvitation({ storeId, body: { email: owner.email, roleId } });
      const token = tokenIn((await world.sendMails()).at(-1));
      const accept = { body: { token } };
      await expect(client.invitations.acceptInvitation(accept)).rejects.toMatchObject(elsewhere);
      await owner.invitations.acceptInvitation(accept);
    }
    const inviter = await member(world, first, "ADMIN");
    const roleId = await seedRole(world, first, ["MANAGE_STAFF"]);
    const body = { userId: owner.userId, roleId };
    await inviter.roles.assignRole({ body });
    await expect(client.roles.assignRole({ body })).rejects.toMatchObject(elsewhere);
    const joined = async () => {
      const { rows } = await world.admin.query<{ joined: boolean }>(
        "select joined from shop.role_assignments where user_id = $1 and role_id = $2",
        [owner.userId, roleId],
      );
      return rows;
    };
    expect(await joined()).toEqual([{ joined: false }]);
    await owner.roles.assignRole({ body });
    expect(await joined()).toEqual([{ joined: true }]);
  });
});

test("at the platform's hosts a session opens all stores of its user, next to API keys of any store", async ({
  world,
}) => {
  const { first, second, owner } = await ownerOfTwo(world);
  for (const host of ["localhost", "first.localhost", "127.0.0.1"]) {
    const { client, user } = await signInAt(world, host, owner.email);
    expect(user.roles).toHaveLength(2);
    for (const storeId of [first, second]) await client.customers.listCustomers({ storeId });
  }
  const { key } = await owner.apiKeys.createApiKey({
    storeId: second,
    body: { name: "key", permissions: ["MANAGE_CUSTOMERS"] },
  });
  const program = world.client({ accessToken: key, host: "first.example" });
  await program.customers.listCustomers({ storeId: second });
});
