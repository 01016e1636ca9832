import {
  mayStep,
  type RefundState,
  refundTransitions,
} from "@vetrina/commerce/orders/order-states";
import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test, type World } from "#tests/world.ts";
import { GatewayRefused, GatewayUnknown, type RefundFact } from "../../gateways/provider.ts";
import { sql } from "../../platform/database/sql.ts";
import { jobRows } from "../../platform/jobs/jobs.fixture.ts";
import { lockOrder } from "../order-records/order-rows.ts";
import { applyRefundFact } from "./apply-refund-fact.ts";
import { beginRefund } from "./begin-refund.ts";
import { settleRefunds } from "./jobs.ts";
import { readRefundPayment } from "./refund-rows.ts";
import { addCapture, onHand, paidOrder, refundShop, settle } from "./refunds.fixture.ts";

const declined = [{ issue: "REFUND_DECLINED" }];

/** Replaces some functions of the test provider. */
function changeGateway(world: World, over: (real: Gateway) => Partial<Gateway>): void {
  const { gateways } = world.services;
  world.services.gateways = {
    ...gateways,
    find(provider, environment) {
      const real = gateways.find(provider, environment);
      return real === null ? null : { ...real, ...over(real) };
    },
  };
}
type Gateway = NonNullable<ReturnType<World["services"]["gateways"]["find"]>>;

describe("the provider's answer to a refund", () => {
  test("declined: nothing is returned, and its money and units can be refunded again", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id, items } = await paidOrder(world, shop);
    const { staff, variantIds } = shop;
    const refused = await staff.refunds.refundOrder({ id, body: { amount: 20.91 } });
    expect(refused).toMatchObject({
      status: "FAILED",
      refunded: 0,
      completedAt: null,
      transactions: [{ status: "FAILED", details: declined }],
    });
    changeGateway(world, () => ({
      refund: () => Promise.reject(new GatewayRefused("TOO_LATE", "It is too late.")),
    }));
    const lines = [{ itemId: items[0]?.id ?? "", quantity: 1, restock: true }];
    expect(await staff.refunds.refundOrder({ id, body: { lines } })).toMatchObject({
      status: "FAILED",
      transactions: [{ details: [{ issue: "TOO_LATE" }] }],
    });
    expect(await onHand(world, variantIds[0])).toBe(97);
    const order = await staff.orders.getOrderWithItems({ id });
    expect(order).toMatchObject({ status: "PAID", refunded: 0 });
    expect(order.items.map(({ refundedQuantity }) => refundedQuantity)).toEqual([0, 0]);
    expect(await eventsOf(world, id)).toEqual([
      "refund-started",
      "refund-failed",
      "refund-started",
      "refund-failed",
    ]);
    expect(await settle(world)).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });

  test("lost: the answer is PENDING, the job asks, and the provider is called once", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const calls: string[] = [];
    changeGateway(world, (real) => ({
      async refund(input) {
        calls.push(`refund ${input.key}`);
        return real.refund(input);
      },
      async getRefund(input) {
        calls.push(`get ${input.key}`);
        return real.getRefund(input);
      },
    }));
    const refund = await shop.staff.refunds.refundOrder({ id, body: { amount: 10.92 } });
    expect(refund).toMatchObject({ status: "PENDING", refunded: 0 });
    expect(await shop.staff.orders.getOrder({ id })).toMatchObject({ refunded: 10.92 });
    expect(await settle(world)).toBe(1);
    const key = refund.transactions[0]?.id;
    expect(calls).toEqual([`refund ${key}`, `get ${key}`]);
    expect(await statesOf(world)).toEqual(["completed"]);
    expect(await settle(world)).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });

  test("never received: the job asks first, then requests it with the same key", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const keys: string[] = [];
    let isAway = true;
    changeGateway(world, (real) => ({
      async refund(input) {
        keys.push(input.key);
        if (isAway) throw new GatewayUnknown("no answer");
        return real.refund(input);
      },
      getRefund: (input) =>
        isAway ? Promise.reject(new GatewayUnknown("no answer")) : real.getRefund(input),
    }));
    await shop.staff.refunds.refundOrder({ id, body: { amount: 10 } });
    await settle(world);
    expect(await statesOf(world)).toEqual(["processing"]);
    isAway = false;
    await settle(world);
    expect(await statesOf(world)).toEqual(["completed"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await imbalances(world)).toEqual([]);
  });

  test("a provider is away for days: a given-up job is tried again every six hours", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    let isAway = true;
    const answer = <T>(call: () => Promise<T>) =>
      isAway ? Promise.reject(new GatewayUnknown("no answer")) : call();
    changeGateway(world, (real) => ({
      refund: (input) => answer(() => real.refund(input)),
      getRefund: (input) => answer(() => real.getRefund(input)),
    }));
    await shop.staff.refunds.refundOrder({ id, body: { amount: 10 } });
    await settle(world);
    await world.admin.query("update shop.jobs set attempts = $1 where kind = $2", [
      (settleRefunds.maxAttempts ?? 0) - 1,
      settleRefunds.kind,
    ]);
    await settle(world);
    expect(await jobRows(world, settleRefunds.kind)).toMatchObject([{ failed: true }]);
    isAway = false;
    expect(await settle(world)).toBe(0);
    await world.admin.query("update shop.jobs set failed_at = failed_at - interval '6 hours'");
    expect(await settle(world)).toBe(1);
    expect(await statesOf(world)).toEqual(["completed"]);
    expect(await jobRows(world, settleRefunds.kind)).toEqual([]);
    expect(await settle(world)).toBe(0);
  });

  test("recorded before a crash: the job requests it", async ({ world }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const ctx = await world.system(shop.storeId);
    await ctx.tx(async (tx) => beginRefund(tx, ctx, await lockOrder(tx, id), { amount: 10 }));
    expect(await statesOf(world)).toEqual(["pending"]);
    // Staff may have deleted the order in the meantime.
    await world.admin.query("update shop.orders set deleted_at = now() where id = $1", [id]);
    await settle(world);
    expect(await statesOf(world)).toEqual(["completed"]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("takes only the steps in the table of transitions", async ({ world }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const ctx = await world.system(shop.storeId);
    changeGateway(world, () => ({ refund: () => Promise.resolve(fact("pending", 1000)) }));
    const refund = await shop.staff.refunds.refundOrder({ id, body: { amount: 10 } });
    const part = refund.transactions[0]?.id ?? "";
    for (const from of ["pending", "processing", "completed", "failed"] as const)
      for (const report of ["pending", "completed", "failed"] as const) {
        const to = report === "pending" ? "processing" : report;
        const after = await ctx
          .tx(async (tx) => {
            await tx.run(sql`update shop.refund_payments set state = ${from} where id = ${part}`);
            await tx.run(sql`
              update shop.refunds set state = ${from}, refunded_minor = ${from === "completed" ? 1000 : 0},
                completed_at = ${from === "completed" ? new Date() : null} where id = ${refund.id}`);
            await applyRefundFact(tx, ctx, part, fact(report, 1000));
            throw new Undone((await readRefundPayment(tx, part))?.state ?? "");
          })
          .catch((error: unknown) =>
            error instanceof Undone ? error.state : Promise.reject(error),
          );
        const isAllowed = mayStep<RefundState>(refundTransitions, from, to);
        expect([from, report, after]).toEqual([from, report, isAllowed ? to : from]);
      }
  });

  test("accepted for later: PENDING until the provider has made it", async ({ world }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const { staff } = shop;
    expect(await staff.refunds.refundOrder({ id, body: { amount: 10.93 } })).toMatchObject({
      status: "PENDING",
    });
    expect(await statesOf(world)).toEqual(["processing"]);
    await settle(world);
    expect(await statesOf(world)).toEqual(["completed"]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("with a different amount, or after the result is known, changes nothing", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const ctx = await world.system(shop.storeId);
    changeGateway(world, () => ({ refund: () => Promise.resolve(fact("completed", 999)) }));
    const { transactions } = await shop.staff.refunds.refundOrder({ id, body: { amount: 10 } });
    const part = transactions[0]?.id ?? "";
    expect(await statesOf(world)).toEqual(["processing"]);
    const apply = (report: RefundFact) => ctx.tx((tx) => applyRefundFact(tx, ctx, part, report));
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => apply(fact(i % 2 === 0 ? "completed" : "pending", 1000))),
    );
    await apply(fact("failed", 1000));
    await apply(fact("pending", 1000));
    expect(await statesOf(world)).toEqual(["completed"]);
    expect(await eventsOf(world, id)).toEqual(["refund-started", "payment-problem", "refunded"]);
    const mails = (await world.sendMails()).filter(({ subject }) => subject.includes("Refund"));
    expect(mails).toHaveLength(1);
  });

  test("mixed: what was returned counts, and the rest can be refunded by amount", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const { id, total } = await paidOrder(world, shop);
    await addCapture(world, id, 5091);
    const refund = await staff.refunds.refundOrder({ id, body: {} });
    // Newest first. The test provider declines an amount that ends in 91.
    expect(refund.transactions.map(({ amount, status }) => [amount, status])).toEqual([
      [50.91, "FAILED"],
      [total, "COMPLETED"],
    ]);
    expect(refund).toMatchObject({ status: "COMPLETED", refunded: total });
    expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "PAID", refunded: total });
    const rest = await staff.refunds.refundOrder({ id, body: { amount: 50.5 } });
    expect(rest).toMatchObject({ status: "COMPLETED", refunded: 50.5 });
    expect(await staff.refunds.refundOrder({ id, body: {} })).toMatchObject({ refunded: 0.41 });
    expect(await staff.orders.getOrder({ id })).toMatchObject({ status: "REFUNDED" });
    expect(await imbalances(world)).toEqual([]);
  });
});

/** Thrown to roll a transaction back. Contains its result. */
class Undone extends Error {
  readonly state: string;

  constructor(state: string) {
    super();
    this.state = state;
  }
}

async function statesOf(world: World): Promise<string[]> {
  const { rows } = await world.admin.query<{ state: string }>(
    `select p.state from shop.refund_payments p join shop.refunds r on r.id = p.refund_id and r.state = p.state order by p.id`,
  );
  return rows.map(({ state }) => state);
}

async function eventsOf(world: World, orderId: string): Promise<string[]> {
  const { rows } = await world.admin.query<{ kind: string }>(
    "select kind from shop.order_events where order_id = $1 order by id",
    [orderId],
  );
  return rows.map(({ kind }) => kind);
}

function fact(state: RefundFact["state"], amountMinor: number): RefundFact {
  return {
    state,
    amountMinor,
    currency: "USD",
    providerRefundId: "re_1",
    issues: [],
    debugId: null,
  };
}
