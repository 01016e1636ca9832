import { describe, expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { type Client, test } from "#tests/world.ts";
import type { Transaction } from "../../platform/context.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { sql } from "../../platform/database/sql.ts";
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
