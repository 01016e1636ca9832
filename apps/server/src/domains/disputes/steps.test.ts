import {
  type DisputeState,
  disputeTransitions,
  mayStep,
} from "@vetrina/commerce/orders/order-states";
import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import type { DisputeFact } from "../../gateways/provider.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { setOrderDisputes } from "../order-records/dispute-states.ts";
import { paidOrder, refundShop } from "../refunds/refunds.fixture.ts";
import { applyDisputeFact } from "./apply-dispute-fact.ts";
import { readDisputes } from "./dispute-rows.ts";

const states = Object.keys(disputeTransitions) as DisputeState[];
const reports = ["open", "won", "lost"] as const;

/** Thrown to roll a transaction back. Carries what the transaction found. */
class Undone extends Error {
  readonly found: string;

  constructor(found: string) {
    super("undone");
    this.found = found;
  }
}

async function disputedShop(world: World) {
  const shop = await refundShop(world);
  const { id: orderId } = await paidOrder(world, shop);
  const ctx = await world.system(shop.storeId);
  const { rows } = await world.admin.query<{ id: string }>("select id from shop.payments");
  return { ctx, orderId, paymentId: rows[0]?.id ?? "" };
}

async function stateOf(tx: Transaction, orderId: string): Promise<DisputeState> {
  const row = await tx.row<{ state: DisputeState }>(
    sql`select dispute_state as state from shop.orders where id = ${orderId}`,
  );
  return row?.state ?? "none";
}

/** Runs work in a transaction, rolls it back, and returns what the work found. */
function tried(ctx: Context, work: (tx: Transaction) => Promise<string>): Promise<string> {
  const undone = ctx.tx(async (tx): Promise<string> => {
    throw new Undone(await work(tx));
  });
  return undone.catch((error: unknown) =>
    error instanceof Undone ? error.found : Promise.reject(error),
  );
}

describe("the disputes of an order", () => {
  test("take the steps listed in their table, and reject all others", async ({ world }) => {
    const { ctx, orderId } = await disputedShop(world);
    for (const from of states)
      for (const to of states) {
        const outcome = await tried(ctx, async (tx) => {
          await tx.run(sql`update shop.orders set dispute_state = ${from} where id = ${orderId}`);
          const change = { state: to, disputedMinor: 0, lostMinor: 0 };
          const refused = await setOrderDisputes(tx, orderId, change).then(
            () => "",
            (error: Error) => `${error.message}, `,
          );
          return refused + (await stateOf(tx, orderId));
        });
        const isAllowed = from === to || mayStep<DisputeState>(disputeTransitions, from, to);
        const expected = isAllowed
          ? to
          : `an order's dispute state can't change from ${from} to ${to}, ${from}`;
        expect(outcome, `${from} to ${to}`).toBe(expected);
      }
  });

  test("take each step of the table when a provider reports it, and no others", async ({
    world,
  }) => {
    const { ctx, orderId, paymentId } = await disputedShop(world);
    const report = async (tx: Transaction, state: DisputeFact["state"]) => {
      const [present] = await readDisputes(tx, paymentId);
      const fact = { ...disputed, state };
      expect(await applyDisputeFact(tx, ctx, paymentId, fact, present?.version ?? null)).toBe(true);
    };
    const seen = new Set<string>();
    for (const first of [null, ...reports])
      for (const second of reports) {
        const step = await tried(ctx, async (tx) => {
          if (first !== null) await report(tx, first);
          const before = await stateOf(tx, orderId);
          await report(tx, second);
          return `${before} ${await stateOf(tx, orderId)}`;
        });
        seen.add(step);
      }
    const listed = Object.entries(disputeTransitions).flatMap(([from, next]) =>
      next.map((to) => `${from} ${to}`),
    );
    const steps = [...seen].filter((step) => new Set(step.split(" ")).size > 1);
    expect(steps.toSorted()).toEqual(listed.toSorted());
  });
});

const disputed = {
  providerDisputeId: "D-1",
  isInquiry: false,
  amountMinor: 500,
  currency: "USD",
  reason: null,
  respondBy: null,
  openedAt: new Date("2026-11-20"),
};
