import {
  mayStep,
  type PaymentState,
  paymentTransitions,
} from "@vetrina/commerce/orders/order-states";
import { expect } from "vitest";
import { test } from "#tests/world.ts";
import type { PaymentFact } from "../../gateways/provider.ts";
import { sql } from "../../platform/database/sql.ts";
import { placeOrder, refundShop } from "../refunds/refunds.fixture.ts";
import { applyPaymentFact } from "./apply-payment-fact.ts";
import { readPayment } from "./queries.ts";

/** What a provider can report, and the resulting payment state. */
const reports = {
  pending: "processing",
  completed: "completed",
  declined: "failed",
  failed: "failed",
  cancelled: "cancelled",
} as const satisfies Partial<Record<PaymentFact["state"], PaymentState>>;

/** Thrown to roll back a transaction. Contains the payment state that the transaction read. */
class Undone extends Error {
  readonly state: string;

  constructor(state: string) {
    super("undone");
    this.state = state;
  }
}

test("a provider's report causes only transitions that the table of transitions allows", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { id, buyer, total } = await placeOrder(world, shop);
  await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
  const ctx = await world.system(shop.storeId);
  const { rows } = await world.admin.query<{ id: string }>("select id from shop.payments");
  const paymentId = rows[0]?.id ?? "";
  const seen = new Set<string>();
  for (const from of Object.keys(paymentTransitions) as PaymentState[])
    for (const [report, to] of Object.entries(reports)) {
      const fact = {
        state: report as keyof typeof reports,
        capturedMinor: report === "completed" ? Math.round(total * 100) : null,
        currency: "USD",
        issues: [],
        debugId: null,
      };
      const after = await ctx
        .tx(async (tx) => {
          await tx.run(sql`update shop.payments set state = ${from} where id = ${paymentId}`);
          await applyPaymentFact(tx, ctx, paymentId, fact);
          throw new Undone((await readPayment(tx, paymentId))?.state ?? "");
        })
        .catch((error: unknown) => (error instanceof Undone ? error.state : Promise.reject(error)));
      const isAllowed = mayStep<PaymentState>(paymentTransitions, from, to);
      expect([from, report, after]).toEqual([from, report, isAllowed ? to : from]);
      if (isAllowed) seen.add(`${from} ${to}`);
    }
  // Expiring and refunding are our own transitions, which no provider reports.
  const reported = Object.entries(paymentTransitions).flatMap(([from, next]) =>
    next.filter((to) => to !== "expired" && to !== "refunded").map((to) => `${from} ${to}`),
  );
  expect([...seen].toSorted()).toEqual(reported.toSorted());
});
