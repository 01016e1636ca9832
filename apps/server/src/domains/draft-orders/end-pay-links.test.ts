import { expect } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { shippingAddress } from "../customers/customers.fixture.ts";
import { builtInRole, member, seedRole } from "../roles/roles.fixture.ts";
import { draftShop } from "./drafts.fixture.ts";
import { forgetDraftOrders } from "./jobs.ts";

const keyIn = (url: string) => url.split(".").pop() ?? "";

/** Creates a shop with an owner, and a clerk who manages orders. */
async function shopWithClerk(world: World) {
  const shop = await draftShop(world);
  const owner = await member(world, shop.storeId, "ADMIN");
  const clerk = await member(world, shop.storeId, ["MANAGE_ORDERS"]);
  const { storeId, small } = shop;
  const open = (id: string, key: string) =>
    world.client().draftOrders.openDraftOrder({ id, body: { key } });
  return {
    ...shop,
    owner,
    clerk,
    open,
    /** A draft that the clerk prepares for themselves at a price of their choice. */
    gift: () =>
      clerk.draftOrders.createDraftOrder({
        storeId,
        body: {
          items: [{ variantId: small, quantity: 1, price: 0 }],
          customShipping: { name: "Free", price: 0 },
          email: clerk.email,
          shippingAddress,
        },
      }),
    async leave() {
      await owner.roles.removeStaff({ userId: clerk.userId, storeId });
      await runJobs(world.services);
    },
  };
}

const gone = { code: "NOT_FOUND" };

test("a clerk who leaves a store can't open drafts that they prepared or whose link they read", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const gift = await s.gift();
  const prepared = keyIn((await s.clerk.draftOrders.createDraftOrderLink(gift)).url);
  const read = await s.draft();
  const seen = keyIn((await s.clerk.draftOrders.createDraftOrderLink(read)).url);
  const other = await s.draft();
  const unseen = await s.linkOf(other.id);
  await s.leave();
  await expect(s.open(gift.id, prepared)).rejects.toMatchObject(gone);
  await expect(s.open(read.id, seen)).rejects.toMatchObject(gone);
  expect(await s.open(other.id, unseen)).toMatchObject({ status: "PENDING" });
  // The store sends the buyer a new link, which keeps working when the clerk's roles change again.
  const again = await s.linkOf(read.id);
  const roleId = await seedRole(world, s.storeId, ["MANAGE_PRODUCTS"]);
  const { userId } = s.clerk;
  await s.owner.roles.assignRole({ body: { userId, roleId } });
  await s.owner.roles.revokeRole({ body: { userId, roleId } });
  await runJobs(world.services);
  expect(await s.open(read.id, again)).toMatchObject({ status: "PENDING" });
});

test("a mail with the clerk's pay link that their mailbox delays is dropped once they leave", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const gift = await s.gift();
  await s.clerk.draftOrders.sendDraftOrder(gift);
  const { mailer } = world.services;
  world.services.mailer = { ...mailer, send: () => Promise.reject(new Error("451 try later")) };
  await s.leave();
  world.services.mailer = mailer;
  await makeDue(world);
  expect((await world.sendMails()).filter(({ to }) => to === s.clerk.email)).toEqual([]);
});

test("a clerk who leaves can't open or change free orders that they placed for buyers, but keeps their own", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { storeId, small, clerk, owner } = s;
  await world.admin.query("update shop.shipping_rates set price_minor = 0");
  await owner.discounts.createDiscount({
    storeId,
    body: { code: "GIFT", type: "PERCENTAGE", value: 100 },
  });
  const place = (email: string) =>
    clerk.orders.createOrder({
      storeId,
      body: {
        items: [{ variantId: small, quantity: 1 }],
        email,
        shippingAddress,
        discountCode: "GIFT",
      },
    });
  const theirs = await place("buyer@example.com");
  const own = await place(clerk.email);
  expect([theirs.status, own.status]).toEqual(["PAID", "PAID"]);
  await s.leave();
  const keyed = world.client({ orderKey: theirs.orderKey });
  for (const { orders } of [clerk, keyed]) {
    await expect(orders.getOrder(theirs)).rejects.toMatchObject(gone);
    await expect(
      orders.changeShippingAddress({
        id: theirs.id,
        body: { ...shippingAddress, address: "7 Thief St" },
      }),
    ).rejects.toMatchObject(gone);
  }
  expect(await clerk.orders.getOrder(own)).toMatchObject({ id: own.id, status: "PAID" });
});

test("a clerk who leaves can't open an unpaid order that they placed for a buyer, even once it is paid", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { storeId, small, clerk, owner } = s;
  const order = await clerk.orders.createOrder({
    storeId,
    body: {
      items: [{ variantId: small, quantity: 1 }],
      email: "buyer@example.com",
      shippingAddress,
    },
  });
  await s.leave();
  await owner.transactions.createTransaction({ body: { orderId: order.id, method: "CASH" } });
  const keyed = world.client({ orderKey: order.orderKey });
  for (const { orders } of [clerk, keyed])
    await expect(orders.getOrder(order)).rejects.toMatchObject(gone);
  expect(await owner.orders.getOrder(order)).toMatchObject({ status: "PAID" });
});

test("a manual audit entry does not keep a clerk's link working", async ({ world }) => {
  const s = await shopWithClerk(world);
  const manager = await member(world, s.storeId, ["MANAGE_SETTINGS"]);
  const gift = await s.gift();
  const key = keyIn((await s.clerk.draftOrders.createDraftOrderLink(gift)).url);
  await manager.logging.createAuditEntry({
    body: {
      storeId: s.storeId,
      action: "UPDATE",
      entityType: "draft order",
      entityId: gift.id,
      after: { linksRevoked: true },
    },
  });
  await s.leave();
  await expect(s.open(gift.id, key)).rejects.toMatchObject(gone);
});

test("a clerk who leaves can't open a paid, unfulfilled order made from their draft either", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const gift = await s.gift();
  const key = keyIn((await s.clerk.draftOrders.createDraftOrderLink(gift)).url);
  const { id, orderKey } = await s.open(gift.id, key);
  const mine = world.client({ orderKey }).orders;
  expect(await mine.getOrder({ id })).toMatchObject({ status: "PAID" });
  await s.leave();
  await expect(mine.getOrder({ id })).rejects.toMatchObject(gone);
  await expect(s.open(gift.id, key)).rejects.toMatchObject(gone);
  const { items } = await s.staff.orders.listOrderEvents({ id });
  expect(items.map(({ kind }) => kind)).toContain("link-revoked");
});

test("a clerk who leaves after the draft of an unfulfilled order has expired can't open the order either", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const gift = await s.gift();
  const key = keyIn((await s.clerk.draftOrders.createDraftOrderLink(gift)).url);
  const { id, orderKey } = await s.open(gift.id, key);
  await world.admin.query("update shop.draft_orders set expires_at = now() - interval '31 days'");
  expect(await forgetDraftOrders(world.services)).toBe(0);
  await s.leave();
  const mine = world.client({ orderKey }).orders;
  await expect(mine.getOrder({ id })).rejects.toMatchObject(gone);
  expect(await forgetDraftOrders(world.services)).toBe(1);
});

test("a clerk who leaves can't open an order that is paid in part either, even if its draft has expired", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const draft = await s.draft();
  const key = keyIn((await s.clerk.draftOrders.createDraftOrderLink(draft)).url);
  const { id, orderKey } = await s.open(draft.id, key);
  await s.staff.transactions.createTransaction({
    body: { orderId: id, amount: 10, method: "BANK_TRANSFER" },
  });
  await world.admin.query("update shop.draft_orders set expires_at = now() - interval '31 days'");
  expect(await forgetDraftOrders(world.services)).toBe(0);
  await s.leave();
  const mine = world.client({ orderKey }).orders;
  await expect(mine.getOrder({ id })).rejects.toMatchObject(gone);
  expect(await forgetDraftOrders(world.services)).toBe(1);
});

test("deleting the clerk's account ends the links, too", async ({ world }) => {
  const s = await shopWithClerk(world);
  const gift = await s.gift();
  const key = keyIn((await s.clerk.draftOrders.createDraftOrderLink(gift)).url);
  await s.clerk.users.deleteUser({ id: s.clerk.userId });
  await runJobs(world.services);
  await expect(s.open(gift.id, key)).rejects.toMatchObject(gone);
});

test("losing another role ends no links if a member of staff keeps the permission", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const draft = await s.draft();
  const key = keyIn((await s.clerk.draftOrders.createDraftOrderLink(draft)).url);
  const roleId = await builtInRole(world, s.storeId, "MANAGER");
  const { userId } = s.clerk;
  await s.owner.roles.assignRole({ body: { userId, roleId } });
  await s.owner.roles.revokeRole({ body: { userId, roleId } });
  await runJobs(world.services);
  expect(await s.open(draft.id, key)).toMatchObject({ status: "PENDING" });
});

test("an API key that is deactivated, revoked, expired or without the permission opens no drafts that it prepared", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { storeId, small, owner } = s;
  const hour = 3_600_000;
  const prepare = async (ends: (id: string) => Promise<unknown>, expiresAt?: Date) => {
    const { id, key } = await owner.apiKeys.createApiKey({
      storeId,
      body: {
        name: "Robot",
        permissions: ["MANAGE_ORDERS", "MANAGE_PRODUCTS"],
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
      },
    });
    const robot = world.client({ accessToken: key });
    const gift = await robot.draftOrders.createDraftOrder({
      storeId,
      body: {
        items: [{ variantId: small, quantity: 1, price: 0 }],
        customShipping: { name: "Free", price: 0 },
        email: "robot@example.com",
        shippingAddress,
      },
    });
    const link = keyIn((await robot.draftOrders.createDraftOrderLink(gift)).url);
    await ends(id);
    return { id: gift.id, link };
  };
  const update = (body: object) => (id: string) => owner.apiKeys.updateApiKey({ id, body });
  const kept = await prepare(update({ name: "Clerk's robot" }));
  const ended = [
    await prepare(update({ status: "INACTIVE" })),
    await prepare(update({ permissions: ["MANAGE_PRODUCTS"] })),
    await prepare((id) => owner.apiKeys.revokeApiKey({ id })),
    await prepare(
      async () => {
        await world.admin.query(
          "update shop.api_keys set expires_at = now() where expires_at is not null",
        );
        await makeDue(world);
      },
      new Date(Date.now() + hour),
    ),
  ];
  await runJobs(world.services);
  for (const { id, link } of ended) await expect(s.open(id, link)).rejects.toMatchObject(gone);
  expect(await s.open(kept.id, kept.link)).toMatchObject({ status: "PAID" });
});

test("an API key that ends because its creator lost another permission opens no drafts either", async ({
  world,
}) => {
  const s = await shopWithClerk(world);
  const { storeId, owner } = s;
  const roleId = await seedRole(world, storeId, [
    "MANAGE_ORDERS",
    "MANAGE_PRODUCTS",
    "MANAGE_SETTINGS",
  ]);
  await owner.roles.assignRole({ body: { userId: s.clerk.userId, roleId } });
  const { key } = await s.clerk.apiKeys.createApiKey({
    storeId,
    body: { name: "Robot", permissions: ["MANAGE_ORDERS", "MANAGE_PRODUCTS"] },
  });
  const robot = world.client({ accessToken: key });
  const draft = await s.draft();
  const link = keyIn((await robot.draftOrders.createDraftOrderLink(draft)).url);
  await owner.roles.updateRole({
    id: roleId,
    body: { permissions: ["MANAGE_ORDERS", "MANAGE_SETTINGS"] },
  });
  await runJobs(world.services);
  await expect(s.open(draft.id, link)).rejects.toMatchObject(gone);
});
