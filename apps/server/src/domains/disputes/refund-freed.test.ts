// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { applyPaymentFact } from "../payments/apply-payment-fact.ts";
import { fact } from "../payments/payments.fixture.ts";
import { paidOrder, placeOrder, refundShop, settle } from "../refunds/refunds.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { reportDispute } from "./disputes.fixture.ts";

async function settleAll(world: World): Promise<void> {
  await runJobs(world.services);
  await settle(world);
}

/** A canceled order of 110.02, of which 10.11 is disputed. The provider has declined to refund the other 99.91. */
async function canceledShop(world: World, body: { refund?: boolean } = {}) {
  const shop = await refundShop(world);
  const { id } = await paidOrder(world, shop);
  const { orders } = shop.staff;
  const report = (state: "open" | "won" | "lost", amountMinor: number) =>
    reportDispute(world, shop, id, { state, amountMinor });
  await report("open", 1011);
  await orders.cancelOrder({ id, body });
  await settleAll(world);
  const now = () => orders.getOrder({ id });
  expect(await now()).toMatchObject({ status: "CANCELLED", refunded: 0 });
  return { id, shop, report, now };
}

describe("when a dispute about a canceled order ends", () => {
  test("in a loss, the rest of the money is refunded, too", async ({ world }) => {
    const { now, report } = await canceledShop(world);
    await report("lost", 1002);
    await settleAll(world);
    expect(await now()).toMatchObject({ refunded: 100, lost: 10.02 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("and the provider declines the refund again, the owner and the clerk get an email", async ({
    world,
  }) => {
    const { report, shop } = await canceledShop(world);
    await member(world, shop.storeId, "ADMIN");
    const mails = async () =>
      (await world.sendMails()).filter(({ subject }) => subject.includes("Refund failed"));
    expect(await mails()).toEqual([]);
    await report("lost", 1011);
    await settleAll(world);
    const [mail, ...others] = await mails();
    expect(others).toHaveLength(1);
    expect(mail?.text).toContain("the store still has this money");
    expect(mail?.text).toContain("$99.91");
    expect(await imbalances(world)).toEqual([]);
  });

  test("and the refund fails, all members who manage orders get an email, whatever their role's type", async ({
    world,
  }) => {
    const { report, shop } = await canceledShop(world);
    const owner = await member(world, shop.storeId, "ADMIN");
    // Adds a member whose role has the type MANAGER but may not manage orders. Members who manage roles can set this
    // type.
    await member(world, shop.storeId, ["MANAGE_ROLES", "MANAGE_STAFF"]);
    await world.admin.query(
      "update shop.roles set type = 'MANAGER' where 'MANAGE_ROLES' = any(permissions) and not is_built_in",
    );
    await world.sendMails();
    await report("lost", 1011);
    await settleAll(world);
    const mails = await world.sendMails();
    const expected = [owner.email, shop.staff.email].toSorted();
    for (const subject of ["dispute", "Refund failed"]) {
      const to = mails.filter((mail) => mail.subject.includes(subject)).map((mail) => mail.to);
      expect([...new Set(to)].toSorted()).toEqual(expected);
    }
  });

  test("in a loss, the store keeps the rest if staff canceled without a refund", async ({
    world,
  }) => {
    const { now, report } = await canceledShop(world, { refund: false });
    await report("lost", 1002);
    await settleAll(world);
    expect(await now()).toMatchObject({ refunded: 0, lost: 10.02 });
  });

  test("and the provider declines the refund of a deleted order, the order is restored and staff get an email", async ({
    world,
  }) => {
    const { id, report, shop } = await canceledShop(world);
    await member(world, shop.storeId, "ADMIN");
    const remove = shop.staff.orders.deleteOrder({ id });
    await expect(remove).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    // As if another staff member deleted the order just before the report arrived.
    await world.admin.query("update shop.orders set deleted_at = now() where id = $1", [id]);
    await report("lost", 1011);
    await settleAll(world);
    expect((await world.sendMails()).map(({ subject }) => subject).join()).toContain(
      "Refund failed",
    );
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ status: "CANCELLED" });
  });

  test("with a win, money that came after an unpaid order was canceled is refunded", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, buyer } = await placeOrder(world, shop);
    const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
    await buyer.orders.cancelOrder({ id });
    await world.admin.query("update shop.test_payments set state = 'captured' where id = $1", [
      intent.id,
    ]);
    const { rows } = await world.admin.query<{ id: string }>(
      "select id from shop.payments where provider_id = $1",
      [intent.id],
    );
    const ctx = await world.system(shop.storeId);
    await ctx.tx((tx) => applyPaymentFact(tx, ctx, rows[0]?.id ?? "", fact("completed", 11_002)));
    await reportDispute(world, shop, id, { state: "open", amountMinor: 11_002 });
    await settleAll(world);
    const now = () => shop.staff.orders.getOrder({ id });
    expect(await now()).toMatchObject({ status: "CANCELLED", paid: 110.02, refunded: 0 });
    await reportDispute(world, shop, id, { state: "won", amountMinor: 11_002 });
    await settleAll(world);
    expect(await now()).toMatchObject({ status: "REFUNDED", refunded: 110.02 });
    expect(await imbalances(world)).toEqual([]);
  });
});

test("a dispute about a deleted order restores it and is mailed to the owner", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id } = await paidOrder(world, shop);
  await member(world, shop.storeId, "ADMIN");
  const { orders } = shop.staff;
  await orders.cancelOrder({ id, body: { refund: false } });
  await orders.deleteOrder({ id });
  await reportDispute(world, shop, id, { state: "open", amountMinor: 1000 });
  const { items } = await orders.listOrders({ storeId: shop.storeId });
  expect(items).toMatchObject([{ id, paymentState: "DISPUTED" }]);
  await expect(orders.deleteOrder({ id })).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  // The email is written later, when the order may have been deleted again.
  await world.admin.query("update shop.orders set deleted_at = now() where id = $1", [id]);
  expect((await world.sendMails()).map(({ subject }) => subject).join()).toContain("dispute");
  await orders.restoreOrder({ id });
  const { items: events } = await orders.listOrderEvents({ id });
  expect(events.map(({ kind }) => kind)).toContain("restored");
});
