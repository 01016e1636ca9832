import { runJobs } from "#tests/run-jobs.ts";
import type { World } from "#tests/world.ts";
import { lostEdits, raceEdit } from "../orders/management/race-edit.fixture.ts";
import { reconcile } from "../payments/reconcile.fixture.ts";
import { raceShipment } from "../shipments/race-shipment.fixture.ts";
import { payAll, type Placed, type RefundShop, settle } from "./refunds.fixture.ts";

/** Error codes of calls that lose a race. Any other error fails the test. */
const lost = new Set([
  "INVALID_TRANSITION",
  "AMOUNT_EXCEEDED",
  "ORDER_NOT_PAID",
  "ORDER_ALREADY_PAID",
  "ORDER_EXPIRED",
  "OUT_OF_STOCK",
  "PROVIDER_ERROR",
  "PAYMENT_FAILED",
  "SERVER_BUSY",
  "NOT_FOUND",
  ...lostEdits,
]);

type Race = RefundShop & { world: World; placed: Placed; random: (below: number) => number };

/** The kinds of racing calls. Each function makes one random call of its kind. */
const kinds: ((race: Race) => Promise<unknown>)[] = [
  payOnline,
  payByHand,
  refundAmount,
  refundAmount,
  refundLine,
  refundWhole,
  cancelByStaff,
  cancelByBuyer,
  ({ world }) => settle(world),
  ({ staff, placed, random }) => raceShipment(staff, placed, random),
  ({ staff, placed, random }) => raceShipment(staff, placed, random),
  (race) => raceEdit(race, race.placed, race.random),
  (race) => raceEdit(race, race.placed, race.random),
];

/**
 * Makes `calls` concurrent calls of different kinds on one order: payments (online and manual), refunds, cancellations,
 * changes to lines, shipments, and jobs that ask providers. Then runs jobs until nothing is pending. Throws for an
 * unexpected error, and returns how many calls succeeded and how many were refused.
 */
export async function raceOrder(
  world: World,
  shop: RefundShop,
  placed: Placed,
  { calls, seed }: { calls: number; seed: number },
): Promise<{ done: number; refused: number }> {
  const random = randomOf(seed);
  const race: Race = { ...shop, world, placed, random };
  // Two in three orders are paid first, and half of those are partly shipped, so that calls can refund, ship and return
  // units.
  if (seed % 3 > 0) await payAll(placed);
  if (seed % 3 > 1)
    await shop.staff.shipments.createShipment({ id: placed.id, body: first(placed) });
  const chosen = Array.from({ length: calls }, () => kinds[random(kinds.length)] ?? payOnline);
  const answers = await Promise.allSettled(chosen.map((call) => call(race)));
  const errors = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason as { code?: string }] : [],
  );
  for (const error of errors) if (!lost.has(error.code ?? "")) throw error;
  await reconcile(world);
  await settle(world);
  await settle(world);
  await runJobs(world.services);
  return { done: answers.length - errors.length, refused: errors.length };
}

/** Returns the body of a call that ships one unit of the first line, without an email. */
function first({ items }: Placed) {
  return { items: [{ orderItemId: items[0]?.id ?? "", quantity: 1 }], notify: false };
}

function payOnline({ placed }: Race): Promise<unknown> {
  return payAll(placed);
}

function payByHand({ staff, placed: { id }, random }: Race): Promise<unknown> {
  const isPart = random(2) === 0;
  return staff.transactions.createTransaction({
    body: isPart
      ? { orderId: id, amount: 1 + random(30), method: "CASH" }
      : { orderId: id, method: "BANK_TRANSFER" },
  });
}

function refundAmount({ staff, placed: { id }, random }: Race): Promise<unknown> {
  return staff.refunds.refundOrder({ id, body: { amount: (100 + random(2000)) / 100 } });
}

function refundLine({ staff, placed, random }: Race): Promise<unknown> {
  const itemId = placed.items[random(placed.items.length)]?.id ?? "";
  const lines = [{ itemId, quantity: 1, restock: random(2) === 0 }];
  return staff.refunds.refundOrder({ id: placed.id, body: { lines } });
}

/**
 * Usually refunds only the shipping, and rarely the whole order, because nothing can be refunded after a full refund.
 */
function refundWhole({ staff, placed: { id }, random }: Race): Promise<unknown> {
  return random(4) > 0
    ? staff.refunds.createRefund({ body: { orderId: id, shipping: true } })
    : staff.refunds.refundOrder({ id, body: { restock: random(2) === 0 } });
}

/**
 * Cancels the order in one of four calls, and otherwise refunds an amount, because later calls can do little with a
 * canceled order.
 */
function cancelByStaff(race: Race): Promise<unknown> {
  const { staff, placed, random } = race;
  if (random(4) > 0) return refundAmount(race);
  return staff.orders.cancelOrder({ id: placed.id, body: { restock: random(2) === 0 } });
}

function cancelByBuyer({ placed, random }: Race): Promise<unknown> {
  return random(4) > 0 ? payAll(placed) : placed.buyer.orders.cancelOrder({ id: placed.id });
}

/** Returns a function that picks whole numbers from 0 to `below - 1`. The same seed gives the same numbers. */
function randomOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
