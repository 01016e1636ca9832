import { expect } from "vitest";
import { orders } from "@vetrina/contract/orders/orders";
import type { Permission } from "@vetrina/contract/people/permissions";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newApiKey } from "../../platform/auth/api-key.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";
import { expectRefused } from "../roles/roles.fixture.ts";
import { moveClock } from "../users/user.fixture.ts";

const unauthenticated = { code: "UNAUTHENTICATED", statusCode: 401 };
const stock = (storeId: string) => ({ storeId, page: 1, limit: 20 });

async function openWith(world: World, permissions: readonly Permission[]) {
  const storeId = await seedStore(world);
  const accessToken = await signedIn(world, { storeId, permissions });
  return { storeId, apiKeys: world.client({ accessToken }).apiKeys };
}

const maker = ["MANAGE_SETTINGS", "MANAGE_PRODUCTS"] as const;

test("a key is shown once, stored as a hash and identified by its last four characters", async ({
  world,
}) => {
  const { storeId, apiKeys } = await openWith(world, maker);
  const { key, ...made } = await apiKeys.createApiKey({
    storeId,
    body: { name: "Stock feed", permissions: ["MANAGE_PRODUCTS", "MANAGE_PRODUCTS"] },
  });
  expect(key).toMatch(/^vk_[\w-]{70}$/);
  expect(made).toMatchObject({
    storeId,
    name: "Stock feed",
    permissions: ["MANAGE_PRODUCTS"],
    status: "ACTIVE",
    lastFour: key.slice(-4),
    lastUsedAt: null,
  });
  expect(await apiKeys.getApiKey({ id: made.id })).toEqual(made);
  expect(await apiKeys.listApiKeys({ storeId })).toMatchObject({ items: [made], total: 1 });
  const stored = await world.admin.query(
    "select to_jsonb(k) as row from shop.api_keys k union all select to_jsonb(a) from shop.audit_entries a",
  );
  expect(stored.rows).toHaveLength(2);
  expect(JSON.stringify(stored.rows)).not.toContain(key.slice(0, -4));
});

test("a key acts in its own store with its permissions, and not as a user", async ({ world }) => {
  const { storeId, apiKeys } = await openWith(world, maker);
  const other = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId);
  const foreign = await seedProduct(world, other);
  const { id, key } = await apiKeys.createApiKey({
    storeId,
    body: { name: "Stock feed", permissions: [...maker] },
  });
  const program = world.client({ accessToken: key });
  await program.products.updateProduct({ id: productId, body: { name: "Coat" } });
  await program.inventory.setLevel({
    body: { variantId: variantIds[0] ?? "", onHand: 7, reason: "COUNT" },
  });
  const { rows } = await world.admin.query(
    "select distinct actor_kind, actor_id from shop.audit_entries where entity_type in ('product', 'inventory level')",
  );
  expect(rows).toEqual([{ actor_kind: "api-key", actor_id: id }]);
  await expect(
    program.products.updateProduct({ id: foreign.productId, body: { name: "Coat" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expectRefused(
    [
      program.users.getMe(),
      program.orders.listOrders(stock(storeId)),
      program.apiKeys.createApiKey({ storeId, body: { name: "Heir", permissions: [...maker] } }),
      program.apiKeys.updateApiKey({ id, body: { expiresAt: null } }),
    ],
    { code: "FORBIDDEN" },
  );
});

test("a key that is inactive, revoked, expired or altered is rejected from the next call on", async ({
  world,
}) => {
  const { storeId, apiKeys } = await openWith(world, maker);
  const { id, key } = await apiKeys.createApiKey({
    storeId,
    body: { name: "Feed", permissions: ["MANAGE_PRODUCTS"] },
  });
  const { inventory } = world.client({ accessToken: key });
  expect(await inventory.listLevels({ storeId })).toBeDefined();
  await apiKeys.updateApiKey({ id, body: { status: "INACTIVE" } });
  await expect(inventory.listLevels({ storeId })).rejects.toMatchObject(unauthenticated);
  await apiKeys.updateApiKey({ id, body: { status: "ACTIVE" } });
  expect(await inventory.listLevels({ storeId })).toBeDefined();
  await world.admin.query("update shop.api_keys set expires_at = now() - interval '1 second'");
  await expect(inventory.listLevels({ storeId })).rejects.toMatchObject(unauthenticated);
  await world.admin.query("update shop.api_keys set expires_at = null");
  for (const wrong of [
    mistyped(key),
    `${key}A`,
    key.toUpperCase(),
    "vk_",
    `vk_${"A".repeat(70)}`,
    withOtherSecret(key),
  ])
    await expect(
      world.client({ accessToken: wrong }).inventory.listLevels({ storeId }),
    ).rejects.toMatchObject(unauthenticated);
  await apiKeys.revokeApiKey({ id });
  await apiKeys.revokeApiKey({ id });
  await expect(inventory.listLevels({ storeId })).rejects.toMatchObject(unauthenticated);
  for (const status of ["ACTIVE", "INACTIVE"] as const)
    await expect(apiKeys.updateApiKey({ id, body: { status } })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
  expect(await apiKeys.getApiKey({ id })).toMatchObject({ status: "REVOKED" });
});

test("callers can't give a key permissions that they lack: neither at creation nor by reactivating or extending it", async ({
  world,
}) => {
  const { storeId, apiKeys } = await openWith(world, maker);
  const few = await signedIn(world, { storeId, permissions: ["MANAGE_SETTINGS"] });
  const poor = world.client({ accessToken: few }).apiKeys;
  const lacking = {
    code: "PERMISSION_NOT_HELD",
    statusCode: 403,
    details: { missing: ["MANAGE_PRODUCTS"] },
  };
  const body = { name: "Feed", permissions: ["MANAGE_PRODUCTS" as const] };
  await expect(poor.createApiKey({ storeId, body })).rejects.toMatchObject(lacking);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const { id } = await apiKeys.createApiKey({ storeId, body: { ...body, expiresAt } });
  const change = (fields: object) => poor.updateApiKey({ id, body: fields });
  await expect(change({ expiresAt: null })).rejects.toMatchObject(lacking);
  expect(await change({ name: "Old feed", status: "INACTIVE" })).toMatchObject({
    name: "Old feed",
    status: "INACTIVE",
  });
  await expect(change({ status: "ACTIVE" })).rejects.toMatchObject(lacking);
  expect(await change({ permissions: ["MANAGE_SETTINGS"] })).toMatchObject({
    permissions: ["MANAGE_SETTINGS"],
  });
  await expect(change({ permissions: ["MANAGE_PRODUCTS"] })).rejects.toMatchObject(lacking);
  for (const never of ["MANAGE_ROLES", "MANAGE_STAFF", "OWNER"])
    await expect(
      apiKeys.createApiKey({
        storeId,
        body: { name: "Heir", permissions: [never as "MANAGE_ORDERS"] },
      }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
});

test("a key outlives its creator, and an update with an outdated version is rejected", async ({
  world,
}) => {
  const { storeId, apiKeys } = await openWith(world, maker);
  const { id, key, version } = await apiKeys.createApiKey({
    storeId,
    body: { name: "Feed", permissions: ["MANAGE_PRODUCTS"] },
  });
  await apiKeys.updateApiKey(
    { id, body: { name: "Mine" } },
    { headers: { "if-match": `"${version}"` } },
  );
  await expect(
    apiKeys.updateApiKey(
      { id, body: { name: "Late" } },
      { headers: { "if-match": `"${version}"` } },
    ),
  ).rejects.toMatchObject({
    code: "EDIT_CONFLICT",
    details: { name: "Mine", version: version + 1 },
  });
  await world.admin.query("delete from shop.role_assignments");
  await expect(apiKeys.getApiKey({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await world.client({ accessToken: key }).inventory.listLevels({ storeId })).toBeDefined();
});

test("the last use is recorded outside the calls, at most once a minute", async ({ world }) => {
  const { storeId, apiKeys } = await openWith(world, maker);
  const { id, key } = await apiKeys.createApiKey({
    storeId,
    body: { name: "Feed", permissions: ["MANAGE_PRODUCTS"] },
  });
  const { inventory } = world.client({ accessToken: key });
  const used = async () => {
    await inventory.listLevels({ storeId });
    return expect
      .poll(async () => (await apiKeys.getApiKey({ id })).lastUsedAt)
      .not.toBeNull()
      .then(async () => (await apiKeys.getApiKey({ id })).lastUsedAt ?? "");
  };
  const before = Date.now();
  const first = await used();
  expect(Date.parse(first)).toBeGreaterThanOrEqual(before - 1000);
  expect(Date.parse(first)).toBeLessThanOrEqual(Date.now() + 1000);
  moveClock(world, 30);
  expect(await used()).toBe(first);
  moveClock(world, 90);
  await inventory.listLevels({ storeId });
  await expect
    .poll(async () => Date.parse((await apiKeys.getApiKey({ id })).lastUsedAt ?? ""))
    .toBeGreaterThan(Date.parse(first) + 60_000);
});

test.extend({ options: { rateLimits: true } })(
  "a key counts as one caller for rate limits, whatever its addresses, and for Idempotency-Key",
  async ({ world }) => {
    const { storeId, apiKeys } = await openWith(world, maker);
    const { variantIds } = await seedProduct(world, storeId, { stock: 1000 });
    const make = (name: string) =>
      apiKeys.createApiKey({ storeId, body: { name, permissions: ["MANAGE_PRODUCTS"] } });
    const [one, two] = [await make("One"), await make("Two")];
    const order = (key: string, idempotencyKey: string, address: string) =>
      world
        .client({ accessToken: key, address })
        .orders.createOrder(
          { storeId, body: { items: [{ variantId: variantIds[0] ?? "", quantity: 1 }] } },
          { idempotencyKey },
        );
    const first = await order(one.key, "same", "192.0.2.10");
    expect((await order(one.key, "same", "192.0.2.11")).id).toBe(first.id);
    await expect(order(two.key, "same", "192.0.2.12")).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
    // Makes twice as many calls as allowed, because a new minute may begin during the test.
    const limit = orders.createOrder.access.limit;
    const answers = await Promise.allSettled(
      Array.from({ length: 2 * limit }, (_, i) => order(one.key, "same", `198.51.100.${i}`)),
    );
    const refused = answers.filter((answer) => answer.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "RATE_LIMITED" });
  },
);

test("row-level security denies a key access to keys, roles and payment providers, whatever a handler queries", async ({
  world,
}) => {
  const { storeId, apiKeys } = await openWith(world, maker);
  const { id } = await apiKeys.createApiKey({
    storeId,
    body: { name: "Feed", permissions: ["MANAGE_SETTINGS"] },
  });
  const { rows } = await world.admin.query<{ hash: Buffer }>(
    "select key_hash as hash from shop.api_keys",
  );
  const client = await world.services.database.app.connect();
  const touched = async (statement: string) => (await client.query(statement)).rowCount;
  try {
    await client.query("begin");
    await client.query("select door.enter_key($1, $2, $3)", [id, rows[0]?.hash, storeId]);
    expect(await touched("select from shop.stores")).toBeGreaterThan(0);
    for (const table of ["api_keys", "roles", "role_assignments"]) {
      expect(await touched(`select from shop.${table}`)).toBe(0);
      expect(await touched(`update shop.${table} set store_id = store_id`)).toBe(0);
    }
    expect(await touched("select from shop.payment_providers")).toBe(1);
    expect(await touched("update shop.payment_providers set environment = environment")).toBe(0);
    expect(await touched("delete from shop.payment_providers")).toBe(0);
    await expect(
      client.query(
        "insert into shop.roles (store_id, id, type, name, permissions) values ($1, $2, 'ADMIN', 'x', '{}')",
        [storeId, id],
      ),
    ).rejects.toThrow(/row-level security/);
    await client.query("rollback");
    for (const [key, hash, store] of [
      [id, Buffer.alloc(32), storeId],
      [id, rows[0]?.hash, await seedStore(world)],
    ])
      await expect(
        client.query("select door.enter_key($1, $2, $3)", [key, hash, store]),
      ).rejects.toMatchObject({ code: "VT404" });
  } finally {
    client.release();
  }
});

function mistyped(key: string): string {
  return `${key.slice(0, 40)}${key[40] === "A" ? "B" : "A"}${key.slice(41)}`;
}

/** Returns a key with the same id, different random bytes and a valid checksum. */
function withOtherSecret(key: string): string {
  const hex = Buffer.from(key.slice(3), "base64url").subarray(0, 16).toString("hex");
  return newApiKey(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
}
