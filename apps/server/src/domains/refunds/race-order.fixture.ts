import { runJobs } from "#tests/run-jobs.ts";
import type { World } from "#tests/world.ts";
import { reconcile } from "../payments/reconcile.fixture.ts";
import { payAll, type Placed, type RefundShop, settle } from "./refunds.fixture.ts";

/** Codes with which a call may lose a race. Anything else is a fault. */
const lost = new Set([
  "INVALID_TRANSITION",
  "AMOUNT_EXCEEDED",
  "ORDER_NOT_PAID",
  "ORDER_ALREADY_PAID",
  "ORDER_EXPIRED",
  "PROVIDER_ERROR",
  "PAYMENT_FAILED",
  "SERVER_BUSY",
  "NOT_FOUND",
]);

/**
 * Makes `calls` calls of different kinds on one order at the same time: payments with the provider and by hand, refunds of
 * every kind, cancellations and the jobs that ask providers. Ends when nothing is open. Throws for an unexpected error.
 */
export async function raceOrder(
  world: World,
  { staff }: RefundShop,
  placed: Placed,
  { calls, seed }: { calls: number; seed: number },
): Promise<void> {
  const { id, items, buyer } = placed;
  const random = randomOf(seed);
  const itemId = () => items[random(items.length)]?.id ?? "";
  const kinds: ((order: Placed) => Promise<unknown>)[] = [
    payAll,
    () =>
      staff.transactions.createTransaction({
        body: { orderId: id, amount: 1 + random(30), method: "CASH" },
      }),
    () => staff.transactions.createTransaction({ body: { orderId: id, method: "BANK_TRANSFER" } }),
    () => staff.refunds.refundOrder({ id, body: { amount: (100 + random(2000)) / 100 } }),
    () =>
      staff.refunds.refundOrder({
        id,
        body: { lines: [{ itemId: itemId(), quantity: 1, restock: random(2) === 0 }] },
      }),
    () => staff.refunds.createRefund({ body: { orderId: id, shipping: true } }),
    () =>
      random(4) === 0
        ? staff.refunds.refundOrder({ id, body: { restock: random(2) === 0 } })
        : staff.orders.getOrderWithItems({ id }),
    () =>
      random(4) === 0
        ? staff.orders.cancelOrder({ id, body: { restock: random(2) === 0 } })
        : staff.refunds.refundOrder({ id, body: { amount: (100 + random(500)) / 100 } }),
    () => (random(4) === 0 ? buyer.orders.cancelOrder({ id }) : payAll(placed)),
    () => settle(world),
  ];
  // Half of the orders are paid first, so that there is something to refund.
  if (seed % 2 === 0) await payAll(placed);
  const made = Array.from({ length: calls }, () => kinds[random(kinds.length)] ?? payAll);
  const answers = await Promise.allSettled(made.map((call) => call(placed)));
  for (const answer of answers)
    if (answer.status === "rejected" && !lost.has((answer.reason as { code?: string }).code ?? ""))
      throw answer.reason;
  await reconcile(world);
  await settle(world);
  await settle(world);
  await runJobs(world.services);
}

/** Whole numbers from 0, the same for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
