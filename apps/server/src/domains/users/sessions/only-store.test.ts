import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { openShopFor } from "../../customers/customers.fixture.ts";
import { member, storeOf } from "../../roles/roles.fixture.ts";
import { callRaw, password, seedUser } from "../user.fixture.ts";

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

/** An owner of two stores, the first of which has a custom domain. */
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
  test("opens that store to its staff and no other one of theirs, wherever it is used", async ({
    world,
  }) => {
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

  test("tells nothing of stores that the user has no tie to", async ({ world }) => {
    const { owner } = await ownerOfTwo(world);
    const foreign = await seedStore(world);
    const { client } = await signInAt(world, "first.example", owner.email);
    await expect(client.customers.listCustomers({ storeId: foreign })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await client.stores.getStore({ id: foreign })).toMatchObject({ id: foreign });
  });

  test("opens no store, and nothing of the platform to an administrator", async ({ world }) => {
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
    for (const call of [
      client.stores.listStores({}),
      client.users.getAllUsers({}),
      client.customers.listCustomers({ storeId: second }),
    ])
      await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("is a shopper's with all they have there: account, address, order, wishlist", async ({
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
    // In another store they buy as anybody does.
    const foreign = await other.order(again, { email });
    const { rows } = await world.admin.query("select placed_by from shop.orders where id = $1", [
      foreign.id,
    ]);
    expect(rows).toEqual([{ placed_by: null }]);
  });

  test("ends for the browser once the domain is another store's", async ({ world }) => {
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

  test("asks for the password before the account is deleted, from its first second", async ({
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

test("at the platform's hosts a session opens all stores of its user, beside keys of any", async ({
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
