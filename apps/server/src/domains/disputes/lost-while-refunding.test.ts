// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { GatewayRefused } from "../../gateways/provider.ts";
import { paidOrder, type RefundShop, refundShop } from "../refunds/refunds.fixture.ts";
import { reportDispute } from "./disputes.fixture.ts";

/** Runs `work` while the provider handles a refund, which it then declines. */
function declineRefunds(world: World, work: () => Promise<unknown>): void {
  const { gateways } = world.services;
  const refund = async () => {
    await work();
    throw new GatewayRefused("MORE_THAN_LEFT", "The payment has less money than that.");
  };
  world.services.gateways = {
    ...gateways,
    find: (provider, environment) => {
      const gateway = gateways.find(provider, environment);
      return gateway && { ...gateway, refund };
    },
  };
}

const lost = { state: "lost", amountMinor: 2000 } as const;

/** Cancels a paid order of 110.02, of which the buyer gets 20.00 back in a dispute before the refund fails. */
async function canceledShop(world: World, by: "buyer" | "staff") {
  const shop = await refundShop(world);
  const placed = await paidOrder(world, shop);
  const { id } = placed;
  const { gateways } = world.services;
  declineRefunds(world, () => reportDispute(world, shop, id, lost));
  await (by === "buyer" ? placed.buyer : shop.staff).orders.cancelOrder({ id });
  world.services.gateways = gateways;
  return { shop, id, now: () => shop.staff.orders.getOrder({ id }) };
}

describe("a dispute that is lost while the refund of a canceled order fails", () => {
  test.for(["buyer", "staff"] as const)(
    "counts as money returned if the %s canceled it",
    async (by, { world }) => {
      const { shop, id, now } = await canceledShop(world, by);
      expect(await now()).toMatchObject({ status: "CANCELLED", refunded: 0, lost: 20 });
      expect(await imbalances(world)).toEqual([]);
      const rest = await shop.staff.refunds.refundOrder({ id, body: {} });
      expect(rest).toMatchObject({ status: "COMPLETED", amount: 90.02 });
      expect(await imbalances(world)).toEqual([]);
    },
  );

  test("is counted by the next report about it if an earlier version hasn't counted it", async ({
    world,
  }) => {
    const { shop, id, now } = await canceledShop(world, "staff");
    await uncount(world, shop, id);
    expect(await now()).toMatchObject({ lost: 0 });
    expect(await imbalances(world)).toEqual([
      expect.stringContaining("counts 0, but takes 2000 from its payment"),
    ]);
    const mails = await world.sendMails();
    const before = mails.length;
    await reportDispute(world, shop, id, lost);
    expect(await now()).toMatchObject({ lost: 20 });
    // As after any lost dispute, the rest of the canceled order's money is refunded.
    await runJobs(world.services);
    expect(await now()).toMatchObject({ refunded: 90.02, lost: 20 });
    const subjects = (await world.sendMails()).slice(before).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes("dispute"))).toEqual([]);
    const { items: events } = await shop.staff.orders.listOrderEvents({ id });
    expect(events.filter(({ kind }) => kind === "dispute-closed")).toHaveLength(1);
    expect(await imbalances(world)).toEqual([]);
  });
});

/** Stores what an earlier version stored if the buyer canceled the order: a lost dispute whose counted amount is 0. */
async function uncount({ admin }: World, { storeId }: RefundShop, orderId: string): Promise<void> {
  await admin.query("update shop.disputes set counted_minor = 0 where store_id = $1", [storeId]);
  await admin.query("update shop.payments set disputed_minor = 0 where order_id = $1", [orderId]);
  await admin.query("update shop.orders set disputed_minor = 0, lost_minor = 0 where id = $1", [
    orderId,
  ]);
}
