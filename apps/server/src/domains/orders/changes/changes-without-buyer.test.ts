// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { beforeStatement } from "#tests/recorded.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../../platform/database/sql.ts";
import { shippingAddress } from "../../customers/customers.fixture.ts";
import { paidOrder, refundShop, settle } from "../../refunds/refunds.fixture.ts";
import { member } from "../../roles/roles.fixture.ts";
import { expireChange } from "./expire-change.ts";
import { type GiftShop as Shop, giftShop, report } from "./gift-shop.fixture.ts";

/** Erases the buyer as an earlier version did, which left the open change as it was. */
async function eraseAsBefore({ admin }: World, { customerId, id }: Shop): Promise<void> {
  await admin.query(
    "update shop.orders set email = null, shipping_address = null, billing_address = null where id = $1",
    [id],
  );
  await admin.query(
    "update shop.customers set email = null, name = '', erased_at = now() where id = $1",
    [customerId],
  );
}

const deleteAsBefore = ({ admin }: World, { storeId }: Shop) =>
  admin.query("update shop.stores set deleted_at = now() where id = $1", [storeId]);

const moneyOf = async ({ admin }: World, { id }: Shop) => {
  const { rows } = await admin.query(
    `select total_minor::int as total, paid_minor::int as paid, refunded_minor::int as refunded,
       change_due_minor::int as due from shop.orders where id = $1`,
    [id],
  );
  return rows[0];
};

const nothingKept = { total: 0, paid: 1000, refunded: 1000 };

describe("a change that waits for payment", () => {
  test("delays the erasure of its buyer, although nothing else is left to ship or to pay", async ({
    world,
  }) => {
    const shop = await giftShop(world);
    await shop.add();
    await expect(shop.erase()).rejects.toMatchObject({
      code: "OPEN_ORDERS",
      message: expect.stringContaining("Withdraw the changes that wait for payment"),
      details: { orders: [shop.orderNumber] },
    });
    await shop.withdraw();
    await shop.erase();
    expect(await imbalances(world)).toEqual([]);
  });

  test("delays the erasure of a buyer whose units were all refunded", async ({ world }) => {
    const shop = await refundShop(world);
    const { id, orderNumber, items } = await paidOrder(world, shop, [1, 0]);
    const lines = [{ itemId: items[0]?.id ?? "", quantity: 1 }];
    await shop.staff.refunds.refundOrder({ id, body: { lines } });
    const body = { items: [{ variantId: shop.variantIds[1], quantity: 1 }] };
    await shop.staff.orders.updateOrderItems({ id, body });
    const owner = await member(world, shop.storeId, "ADMIN");
    const { items: people } = await owner.customers.listCustomers({ storeId: shop.storeId });
    await expect(owner.customers.eraseCustomer({ id: people[0]?.id ?? "" })).rejects.toMatchObject({
      code: "OPEN_ORDERS",
      details: { orders: [orderNumber] },
    });
  });

  test("delays the deletion of its store", async ({ world }) => {
    const shop = await giftShop(world);
    await shop.add();
    await expect(shop.close()).rejects.toMatchObject({
      code: "OPEN_ORDERS",
      message: expect.stringContaining("withdraw changes that wait for payment"),
      details: { orders: [shop.orderNumber] },
    });
    await shop.withdraw();
    await shop.close();
    expect(await imbalances(world)).toEqual([]);
  });

  test("delays an erasure that was requested before it was made", async ({ world }) => {
    const shop = await giftShop(world);
    const made: unknown[] = [];
    await expect(
      beforeStatement("door.erase_customer", async () => made.push(await shop.add()), shop.erase),
    ).rejects.toMatchObject({ code: "OPEN_ORDERS" });
    expect(made).toMatchObject([{ status: "OPEN" }]);
  });

  test("isn't made while its buyer is erased", async ({ world }) => {
    const shop = await giftShop(world);
    const ctx = await world.system(shop.storeId);
    const lock = sql`select from shop.orders where id = ${shop.id} for update`;
    const erasing = await ctx.tx(async (tx) => {
      await tx.run(lock);
      await tx.run(sql`select from door.erase_customer(${shop.customerId}, 'Nobody', now())`);
      const making = Promise.allSettled([shop.add()]);
      await untilBlocked(world);
      return { making };
    });
    const [made] = await erasing.making;
    expect(made).toMatchObject({
      reason: { code: "INVALID_TRANSITION", message: expect.stringContaining("erased") },
    });
    expect(await moneyOf(world, shop)).toMatchObject({ due: 0 });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("money for a change whose order has no longer a buyer is refunded, and the order stays unchanged", () => {
  test("if the buyer was erased", async ({ world }) => {
    const shop = await giftShop(world);
    await shop.add();
    const payment = await shop.pay();
    await eraseAsBefore(world, shop);
    await report(world, shop, payment);
    expect(await moneyOf(world, shop)).toMatchObject(nothingKept);
    const { items } = await shop.staff.orders.listOrderEvents({ id: shop.id });
    expect(JSON.stringify(items)).toContain("PAID_TWICE");
    expect(await imbalances(world)).toEqual([]);
  });

  test("if the buyer was erased while the order is being locked for the payment", async ({
    world,
  }) => {
    const shop = await giftShop(world);
    await shop.add();
    const payment = await shop.pay();
    const erasing = await world.admin.connect();
    await erasing.query("begin");
    await erasing.query("select from shop.orders where id = $1 for update", [shop.id]);
    const reporting = report(world, shop, payment);
    await untilBlocked(world);
    await erasing.query(
      "update shop.customers set email = null, name = '', erased_at = now() where id = $1",
      [shop.customerId],
    );
    await erasing.query("commit");
    erasing.release();
    await reporting;
    expect(await moneyOf(world, shop)).toMatchObject(nothingKept);
    expect(await imbalances(world)).toEqual([]);
  });

  test("if the store was deleted, whether a report or the end of the change finds it", async ({
    world,
  }) => {
    const shop = await giftShop(world);
    await shop.add();
    const payment = await shop.pay();
    const ctx = await world.system(shop.storeId);
    await deleteAsBefore(world, shop);
    await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
      payment,
    ]);
    await world.admin.query(
      "update shop.orders set change_expires_at = now() - interval '1 second' where change_due_minor > 0",
    );
    await expireChange(ctx, shop.id);
    await runJobs(world.services);
    await settle(world);
    expect(await moneyOf(world, shop)).toMatchObject(nothingKept);
    expect(await expireChange(ctx, shop.id)).toBe(true);
    expect(await moneyOf(world, shop)).toMatchObject({ due: 0 });
    expect(await imbalances(world)).toEqual([]);
  });
});

async function addressOf({ admin }: World, { id }: Shop): Promise<object | null | undefined> {
  const { rows } = await admin.query<{ shipping_address: object | null }>(
    "select shipping_address from shop.orders where id = $1",
    [id],
  );
  return rows[0]?.shipping_address;
}

describe("the order of an erased buyer", () => {
  const secret = { ...shippingAddress, name: "Mallory Thief" };

  test("can't be opened or get an address by its link, nor an address by staff", async ({
    world,
  }) => {
    const shop = await giftShop(world);
    const { id, buyer } = shop;
    await shop.erase();
    const gone = { code: "NOT_FOUND" };
    await expect(buyer.orders.changeShippingAddress({ id, body: secret })).rejects.toMatchObject(
      gone,
    );
    await expect(buyer.orders.openOrder({ id })).rejects.toMatchObject(gone);
    await expect(
      shop.staff.orders.updateOrderAddresses({ id, body: { shippingAddress: secret } }),
    ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await addressOf(world, shop)).toBeNull();
    // A new buyer gets a link of their own.
    await shop.staff.orders.updateOrder({ id, body: { email: "grace@example.com" } });
    await shop.staff.orders.updateOrderAddresses({ id, body: { shippingAddress: secret } });
    const [mail] = (await world.sendMails()).slice(-1);
    const [, key = ""] = /\/order#[\w-]+\.([\w-]{43})/.exec(mail?.text ?? "") ?? [];
    await world.client({ orderKey: key }).orders.openOrder({ id });
    await expect(buyer.orders.openOrder({ id })).rejects.toMatchObject(gone);
  });

  test("gets no address by a call that waits for the erasure", async ({ world }) => {
    const shop = await giftShop(world);
    const ctx = await world.system(shop.storeId);
    const { id, buyer } = shop;
    const erasing = await ctx.tx(async (tx) => {
      await tx.run(sql`select from door.erase_customer(${shop.customerId}, 'Nobody', now())`);
      const calls = [
        buyer.orders.changeShippingAddress({ id, body: secret }),
        shop.staff.orders.updateOrderAddresses({ id, body: { shippingAddress: secret } }),
      ];
      const ends = Promise.allSettled(calls);
      await untilBlocked(world, 2);
      return { ends };
    });
    expect((await erasing.ends).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await addressOf(world, shop)).toBeNull();
  });

  test("loses what it got after an earlier erasure with another one", async ({ world }) => {
    const shop = await giftShop(world);
    await eraseAsBefore(world, shop);
    await world.admin.query("update shop.orders set shipping_address = $2 where id = $1", [
      shop.id,
      JSON.stringify(secret),
    ]);
    await shop.buyer.orders.openOrder({ id: shop.id });
    await shop.erase();
    expect(await addressOf(world, shop)).toBeNull();
    await expect(shop.buyer.orders.openOrder({ id: shop.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await shop.erase();
  });
});
