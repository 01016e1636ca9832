import { describe, expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { type Client, test, type World } from "#tests/world.ts";
import { enterAs, type Transaction } from "../../platform/context.ts";
import { hashApiKey } from "../../platform/auth/api-key.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
import { keyOf } from "../../platform/http/contract.fixture.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { paidOrder, refundShop } from "../refunds/refunds.fixture.ts";
import { member } from "./roles.fixture.ts";

type Ids = { id: string; storeId: string; variantId: string };
type Case = {
  lock: (tx: Transaction, ids: Ids) => Promise<unknown>;
  call: (client: Client, ids: Ids) => Promise<unknown>;
};

const order: Case["lock"] = (tx, { id }) => lockOrder(tx, id);
const cases: Record<string, Case> = {
  "refunds money": {
    lock: order,
    call: ({ refunds }, { id }) => refunds.refundOrder({ id, body: { amount: 10 } }),
  },
  "changes an order's email": {
    lock: order,
    call: ({ orders }, { id }) =>
      orders.updateOrder({ id, body: { email: "mine@elsewhere.example" } }),
  },
  "records a payment": {
    lock: order,
    call: ({ transactions }, { id }) =>
      transactions.createTransaction({ body: { orderId: id, amount: 1, method: "CASH" } }),
  },
  "changes a variant": {
    lock: (tx, { variantId }) =>
      tx.run(sql`select from shop.variants where id = ${variantId} for update`),
    call: ({ products }, { variantId: id }) => products.updateVariant({ id, body: { price: 1 } }),
  },
  "refunds more than was paid": {
    lock: order,
    call: ({ refunds }, { id }) => refunds.refundOrder({ id, body: { amount: 9999 } }),
  },
  "changes the store": {
    lock: (tx) => lockStore(tx),
    call: ({ stores }, { storeId: id }) => stores.updateStore({ id, body: { name: "Mine" } }),
  },
};

describe("a call of a member who is removed while it waits for a lock", () => {
  for (const [name, { lock, call }] of Object.entries(cases))
    test(`fails if it ${name}`, async ({ world }) => {
      const shop = await refundShop(world);
      const { storeId, staff } = shop;
      const { id } = await paidOrder(world, shop);
      const before = await staff.orders.getOrder({ id });
      const [variantId] = shop.variantIds;
      const clerk = await member(world, storeId, [
        "MANAGE_ORDERS",
        "MANAGE_PRODUCTS",
        "MANAGE_SETTINGS",
      ]);
      const ctx = await world.system(storeId);
      const { waiting } = await ctx.tx(async (tx) => {
        await lock(tx, { id, storeId, variantId });
        const sent = Promise.allSettled([call(clerk, { id, storeId, variantId })]);
        await untilBlocked(world);
        await world.admin.query("delete from shop.role_assignments where user_id = $1", [
          clerk.userId,
        ]);
        return { waiting: sent };
      });
      expect(await waiting).toMatchObject([{ status: "rejected", reason: { code: "NOT_FOUND" } }]);
      expect(await staff.orders.getOrder({ id })).toEqual(before);
      expect((await world.client().stores.getStore({ id: storeId })).name).not.toBe("Mine");
      const { rows } = await world.admin.query("select from shop.variants where price_minor = 100");
      expect(rows).toHaveLength(0);
    });
});

/**
 * Opens a transaction that enters the store, writes, and has its access checked again, as every call does before its
 * commit. `enter` is the statement that checks and gives access.
 */
async function checkedTwice(world: World, enter: string) {
  const client = await world.services.database.app.connect();
  await client.query(`begin; ${enter}`);
  await client.query("select pg_current_xact_id()");
  await client.query(enter);
  return client;
}

describe("access that a call's transaction has checked before its commit", () => {
  test("can't be taken from a member until the commit", async ({ world }) => {
    const { storeId } = await refundShop(world);
    const { userId } = await member(world, storeId, ["MANAGE_ORDERS"]);
    const actor = { kind: "user", userId, sessionId: userId, isPlatformAdmin: false } as const;
    const client = await checkedTwice(world, enterAs(actor, storeId));
    const removed = world.admin.query("delete from shop.role_assignments where user_id = $1", [
      userId,
    ]);
    await untilBlocked(world);
    await client.query("commit");
    client.release();
    expect((await removed).rowCount).toBe(1);
  });

  test("can't be taken from an API key until the commit", async ({ world }) => {
    const { storeId } = await refundShop(world);
    const { id: keyId, key } = await keyOf(world, storeId, ["MANAGE_ORDERS"]);
    const actor = { kind: "apiKey", keyId, keyHash: hashApiKey(key) } as const;
    const client = await checkedTwice(world, enterAs(actor, storeId));
    const revoked = world.admin.query("update shop.api_keys set status = 'REVOKED' where id = $1", [
      keyId,
    ]);
    await untilBlocked(world);
    await client.query("commit");
    client.release();
    expect((await revoked).rowCount).toBe(1);
  });
});
