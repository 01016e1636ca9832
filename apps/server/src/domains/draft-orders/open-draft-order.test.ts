import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { shippingAddress } from "../customers/customers.fixture.ts";
import { expireOrders, forgetUnpaidOrders } from "../orders/jobs.ts";
import { draftShop, inDays } from "./drafts.fixture.ts";
import { endDraftHolds, forgetDraftOrders } from "./jobs.ts";

const refusal = (code: string) => ({ code });
const counted = async (world: World, table: string) =>
  (await world.admin.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n;

describe("a pay link", () => {
  test("makes a PENDING order once, which is paid like any other", async ({ world }) => {
    const { draft, linkOf, staff, reserved } = await draftShop(world);
    const { id, total } = await draft({
      discount: { type: "PERCENTAGE", value: 10 },
      holdUntil: inDays(2),
    });
    const key = await linkOf(id);
    const open = () => world.client().draftOrders.openDraftOrder({ id, body: { key } });
    const order = await open();
    expect(order).toMatchObject({
      id,
      status: "PENDING",
      total,
      discount: 4,
      customer: { email: "ada@example.com" },
      shippingAddress,
    });
    expect(await reserved()).toBe(1);
    // The order can be paid until the hold that staff set ends.
    expect(Date.parse(order.expiresAt ?? "")).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    expect(await imbalances(world)).toEqual([]);
    const { payments } = world.client({ orderKey: order.orderKey });
    const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
    expect(intent.amount).toBe(total);
    const waiting = await staff.orders.getOrder({ id });
    expect(waiting.expiresAt).toBe(order.expiresAt);
    await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
    await payments.processPayment({ id, body: { provider: "other", paymentIntentId: intent.id } });
    expect(await open()).toMatchObject({ status: "PAID", id });
    const events = (await staff.orders.listOrderEvents({ id })).items;
    expect(events.map(({ kind }) => kind)).toContain("draft-converted");
    expect(await imbalances(world)).toEqual([]);
  });

  test("that has made an order opens it while the draft is locked", async ({ world }) => {
    const { draft, linkOf } = await draftShop(world);
    const { id } = await draft();
    const key = await linkOf(id);
    const open = () => world.client().draftOrders.openDraftOrder({ id, body: { key } });
    const order = await open();
    const lock = await world.admin.connect();
    await lock.query("begin");
    await lock.query("select from shop.draft_orders where id = $1 for update", [id]);
    const opening = open();
    const ended = await Promise.race([opening, untilBlocked(world)]);
    await lock.query("rollback");
    lock.release();
    expect(ended).toEqual(order);
    await opening;
  });

  test("opened in 20 tabs makes one order, with or without a hold", async ({ world }) => {
    const { draft, linkOf, reserved } = await draftShop(world);
    for (const over of [{}, { holdUntil: inDays(1) }]) {
      const { id } = await draft(over);
      const key = await linkOf(id);
      const opened = await Promise.all(
        Array.from({ length: 20 }, () =>
          world.client().draftOrders.openDraftOrder({ id, body: { key } }),
        ),
      );
      expect(new Set(opened.map(({ orderNumber }) => orderNumber)).size).toBe(1);
    }
    expect([await counted(world, "shop.orders"), await reserved()]).toEqual([2, 2]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("of two drafts for the last unit, one becomes an order, and the other's buyer and staff get an error", async ({
    world,
  }) => {
    const { draft, linkOf, staff } = await draftShop(world, { stock: 1 });
    const drafts = [await draft(), await draft()];
    const opened = await Promise.allSettled(
      drafts.map(async ({ id }) =>
        world.client().draftOrders.openDraftOrder({ id, body: { key: await linkOf(id) } }),
      ),
    );
    const failed = opened.findIndex(({ status }) => status === "rejected");
    expect(opened.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(opened[failed]).toMatchObject({ reason: refusal("OUT_OF_STOCK") });
    expect(await staff.draftOrders.getDraftOrder({ id: drafts[failed]?.id ?? "" })).toMatchObject({
      status: "OPEN",
      failure: { code: "OUT_OF_STOCK" },
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("opened while its hold expires gives the units to the order or releases them, never both", async ({
    world,
  }) => {
    const { draft, linkOf, staff, reserved } = await draftShop(world, { stock: 1 });
    for (let round = 0; round < 8; round += 1) {
      const { id } = await draft({ holdUntil: inDays(1) });
      const key = await linkOf(id);
      await world.admin.query(
        "update shop.draft_orders set hold_until = now() - interval '1 second' where id = $1",
        [id],
      );
      const open = () => world.client().draftOrders.openDraftOrder({ id, body: { key } });
      const [opened, ended] = await Promise.all(
        round % 2 === 0
          ? [open(), endDraftHolds(world.services)]
          : ([endDraftHolds(world.services), open()].toReversed() as [
              ReturnType<typeof open>,
              Promise<number>,
            ]),
      );
      expect(opened).toMatchObject({ status: "PENDING" });
      expect([0, 1]).toContain(ended);
      expect([await reserved(), await imbalances(world)]).toEqual([1, []]);
      await staff.orders.cancelOrder({ id });
    }
    expect(await reserved()).toBe(0);
  });

  test("expires, can be revoked, and can't be opened with another key", async ({ world }) => {
    const { draft, linkOf, staff } = await draftShop(world);
    const { id } = await draft();
    const key = await linkOf(id);
    const open = (sent = key) =>
      world.client().draftOrders.openDraftOrder({ id, body: { key: sent } });
    await expect(open("x")).rejects.toMatchObject(refusal("NOT_FOUND"));
    await world.admin.query("update shop.draft_orders set expires_at = now() where id = $1", [id]);
    await expect(open()).rejects.toMatchObject(refusal("ORDER_EXPIRED"));
    for (const refused of [
      () => staff.draftOrders.createDraftOrderLink({ id }),
      () => staff.draftOrders.sendDraftOrder({ id }),
    ])
      await expect(refused()).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
    await staff.draftOrders.updateDraftOrder({ id, body: { expiresAt: inDays(1) } });
    await staff.draftOrders.revokeDraftOrderLinks({ id });
    await expect(open()).rejects.toMatchObject(refusal("NOT_FOUND"));
    const newest = await linkOf(id);
    await open(newest);
    // Revoking the order's own links also revokes the pay link.
    await staff.orders.revokeOrderLinks({ id, body: {} });
    await expect(open(newest)).rejects.toMatchObject(refusal("NOT_FOUND"));
    expect(await counted(world, "shop.orders")).toBe(1);
  });

  test("charges the prices shown, and asks the buyer to confirm a total that changed because of a tax", async ({
    world,
  }) => {
    const { draft, linkOf, small, storeId, staff } = await draftShop(world);
    const { id, total } = await draft();
    const key = await linkOf(id);
    await world.admin.query("update shop.variants set price_minor = 9900 where id = $1", [small]);
    await world.admin.query("update shop.shipping_rates set price_minor = 1 where store_id = $1", [
      storeId,
    ]);
    await world.admin.query("update shop.tax_rates set basis_points = 1000 where store_id = $1", [
      storeId,
    ]);
    world.services.directory.forget();
    const open = (body: { total?: number } = {}) =>
      world.client().draftOrders.openDraftOrder({ id, body: { key, ...body } });
    await expect(open()).rejects.toMatchObject({
      ...refusal("TOTAL_CHANGED"),
      details: { previousTotal: total, quote: { total: 53.99, subtotal: 40 } },
    });
    await expect(staff.draftOrders.convertDraftOrder({ id })).rejects.toMatchObject(
      refusal("TOTAL_CHANGED"),
    );
    await expect(open({ total: 1 })).rejects.toMatchObject(refusal("TOTAL_CHANGED"));
    const order = await open({ total: 53.99 });
    expect(order).toMatchObject({ subtotal: 40, shipping: 9.99, total: 53.99 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("of a draft whose product or shipping is no longer available says so, to the buyer and to staff", async ({
    world,
  }) => {
    const { draft, linkOf, staff, storeId, productId } = await draftShop(world);
    const [product, rate, currency] = [await draft(), await draft(), await draft()];
    const open = async (id: string) =>
      world.client().draftOrders.openDraftOrder({ id, body: { key: await linkOf(id) } });
    const failureOf = async (id: string) =>
      (await staff.draftOrders.getDraftOrder({ id })).failure?.code;
    await world.admin.query("update shop.draft_orders set currency = 'EUR' where id = $1", [
      currency.id,
    ]);
    await expect(open(currency.id)).rejects.toMatchObject(refusal("INVALID_TRANSITION"));
    await world.admin.query("delete from shop.shipping_rates where store_id = $1", [storeId]);
    for (const refused of [
      () => open(rate.id),
      () => staff.draftOrders.convertDraftOrder({ id: rate.id }),
    ])
      await expect(refused()).rejects.toMatchObject(refusal("SHIPPING_UNAVAILABLE"));
    await world.admin.query("update shop.products set status = 'DRAFT' where id = $1", [productId]);
    for (const refused of [
      () => open(product.id),
      () => staff.draftOrders.convertDraftOrder({ id: product.id }),
    ])
      await expect(refused()).rejects.toMatchObject(refusal("UNAVAILABLE_ITEM"));
    expect([await failureOf(product.id), await failureOf(rate.id)]).toEqual([
      "UNAVAILABLE_ITEM",
      "SHIPPING_UNAVAILABLE",
    ]);
  });

  test.for(["link", "staff"] as const)(
    "opened by %s while the store changes its currency is refused as after the change",
    async (by, { world }) => {
      const { draft, linkOf, staff, storeId } = await draftShop(world);
      const { id } = await draft();
      const key = await linkOf(id);
      const changing = await world.admin.connect();
      await changing.query("begin");
      await changing.query("update shop.stores set currency = 'EUR' where id = $1", [storeId]);
      const opening =
        by === "staff"
          ? staff.draftOrders.convertDraftOrder({ id })
          : world.client().draftOrders.openDraftOrder({ id, body: { key } });
      const opened = Promise.allSettled([opening]);
      await untilBlocked(world);
      await changing.query("commit");
      changing.release();
      const refused = {
        ...refusal("INVALID_TRANSITION"),
        message: expect.stringContaining("currency has changed") as string,
      };
      expect(await opened).toMatchObject([{ status: "rejected", reason: refused }]);
      expect(await counted(world, "shop.orders")).toBe(0);
      expect(await staff.draftOrders.getDraftOrder({ id })).toMatchObject({
        status: "OPEN",
        failure: by === "link" ? refusal("INVALID_TRANSITION") : null,
      });
    },
  );

  test("of a free draft completes the order", async ({ world }) => {
    const { draft, linkOf } = await draftShop(world);
    const { id } = await draft({
      discount: { type: "PERCENTAGE", value: 100 },
      customShipping: { name: "Courier", price: 0 },
    });
    const order = await world
      .client()
      .draftOrders.openDraftOrder({ id, body: { key: await linkOf(id) } });
    expect(order).toMatchObject({ total: 0, status: "PAID" });
    expect(await imbalances(world)).toEqual([]);
  });

  test("of a deleted store can't be opened", async ({ world }) => {
    const { draft, linkOf, storeId } = await draftShop(world);
    const { id } = await draft({ holdUntil: inDays(1) });
    const key = await linkOf(id);
    await world.admin.query("update shop.stores set deleted_at = now() where id = $1", [storeId]);
    world.services.directory.forget();
    await expect(
      world.client().draftOrders.openDraftOrder({ id, body: { key } }),
    ).rejects.toMatchObject(refusal("NOT_FOUND"));
  });

  test("is mailed with the draft's contents, in the draft's language", async ({ world }) => {
    const { draft, staff, linkOf } = await draftShop(world);
    const { id } = await draft({ language: "DE", holdUntil: inDays(2) });
    expect(await staff.draftOrders.sendDraftOrder({ id })).toEqual({ to: "ada@example.com" });
    const [mail] = await world.sendMails();
    expect(mail?.to).toBe("ada@example.com");
    expect(mail?.subject).toBe("Ihre Bestellung bei Sartoria: prüfen und bezahlen");
    expect(mail?.text).toContain(`/pay?lang=de#${id}.${await linkOf(id)}`);
    expect(mail?.text).toContain("Slip dress");
    expect((await staff.draftOrders.getDraftOrder({ id })).sentAt).not.toBeNull();
    const { id: nobodys } = await staff.draftOrders.updateDraftOrder({ id, body: { email: null } });
    await expect(staff.draftOrders.sendDraftOrder({ id: nobodys })).rejects.toMatchObject(
      refusal("INVALID_TRANSITION"),
    );
  });
});

test("staff convert a draft and record the payment manually", async ({ world }) => {
  const { draft, staff } = await draftShop(world);
  const { id, total } = await draft({ expiresAt: inDays(1) });
  await world.admin.query("update shop.draft_orders set expires_at = now() where id = $1", [id]);
  expect(await staff.draftOrders.convertDraftOrder({ id })).toMatchObject({ status: "PENDING" });
  expect(await staff.draftOrders.convertDraftOrder({ id })).toMatchObject({ id });
  await staff.transactions.createTransaction({
    body: { orderId: id, amount: total, method: "BANK_TRANSFER" },
  });
  expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID" });
  expect(await imbalances(world)).toEqual([]);
});

test("staff who convert a sold-out draft get an error", async ({ world }) => {
  const { draft, staff, small } = await draftShop(world, { stock: 1 });
  const { id } = await draft({ items: [{ variantId: small, quantity: 2 }] });
  await expect(staff.draftOrders.convertDraftOrder({ id })).rejects.toMatchObject(
    refusal("OUT_OF_STOCK"),
  );
});

test("an order that was opened but not paid within a day is released", async ({ world }) => {
  const { draft, linkOf, reserved } = await draftShop(world);
  const { id } = await draft();
  await world.client().draftOrders.openDraftOrder({ id, body: { key: await linkOf(id) } });
  await world.admin.query("update shop.orders set expires_at = now() where id = $1", [id]);
  expect(await expireOrders(world.services)).toBe(1);
  expect([await reserved(), await imbalances(world)]).toEqual([0, []]);
});

test("drafts are deleted a month after their link expired, and orders made from them stay", async ({
  world,
}) => {
  const { draft, staff, storeId } = await draftShop(world);
  const [open, converted, held, recent] = [
    await draft(),
    await draft(),
    await draft({ holdUntil: inDays(1) }),
    await draft(),
  ];
  await staff.draftOrders.convertDraftOrder({ id: converted.id });
  await queryable(world.admin).run(sql`
    update shop.draft_orders set expires_at = now() - interval '31 days', hold_until = hold_until - interval '31 days'
    where id <> ${recent.id}`);
  expect(await endDraftHolds(world.services)).toBe(1);
  expect(await forgetDraftOrders(world.services)).toBe(3);
  const { items } = await staff.draftOrders.listDraftOrders({ storeId });
  expect(items.map(({ id }) => id)).toEqual([recent.id]);
  expect(await staff.orders.getOrder({ id: converted.id })).toMatchObject({ status: "PENDING" });
  expect([open.id, held.id]).toHaveLength(2);
  expect(await imbalances(world)).toEqual([]);
});

test("a guest whose unpaid order is deleted stays while there is a draft for them", async ({
  world,
}) => {
  const { staff, storeId, small, draft } = await draftShop(world);
  const items = [{ variantId: small, quantity: 1 }];
  const body = { items, email: "guest@example.com", shippingAddress };
  const { id, orderKey } = await world.client().orders.createOrder({ storeId, body });
  await world.client({ orderKey }).orders.cancelOrder({ id });
  const [guest] = (await staff.customers.listCustomers({ storeId })).items;
  const made = await draft({ customerId: guest?.id ?? "" });
  await world.admin.query(
    "update shop.orders set cancelled_at = now() - interval '31 days' where id = $1",
    [id],
  );
  expect(await forgetUnpaidOrders(world.services)).toBe(1);
  expect((await staff.customers.listCustomers({ storeId })).items).toHaveLength(1);
  expect((await staff.draftOrders.getDraftOrder({ id: made.id })).customerId).toBe(guest?.id);
});

test("an order in the shop doesn't replace the order that the browser opened by a pay link", async ({
  world,
}) => {
  const shop = await draftShop(world);
  const { storeId, small } = shop;
  const { id } = await shop.draft({ items: [{ variantId: small, quantity: 1, price: 20 }] });
  const send = (url: string, payload: object, cookie = "") =>
    world.inject({
      method: "POST",
      url: `/api/v1${url}`,
      headers: { host: "localhost", cookie },
      payload,
    });
  const opened = await send(`/draft-orders/${id}/open`, { key: await shop.linkOf(id) });
  const cookie = [opened.headers["set-cookie"] ?? ""].flat().join("").split(";")[0];
  const body = {
    items: [{ variantId: small, quantity: 1 }],
    email: "ada@example.com",
    shippingAddress,
  };
  expect((await send(`/orders/store/${storeId}`, body, cookie)).statusCode).toBe(201);
  expect((await shop.staff.orders.getOrder({ id })).status).toBe("PENDING");
  expect(await shop.reserved()).toBe(2);
});
