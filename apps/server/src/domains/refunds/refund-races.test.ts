// @module-tag slow

import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { addCapture, paidOrder, placeOrder, refundShop, settle } from "./refunds.fixture.ts";
import { member } from "../roles/roles.fixture.ts";
import { raceOrder } from "./race-order.fixture.ts";

/** Each round races twenty calls on an order, with its own seed. `npm run torture -- orders` runs 1,000 rounds. */
const rounds = Number(process.env["ORDER_RACES"] ?? 10);
const firstRound = Number(process.env["ORDER_RACES_FROM"] ?? 0);

test("60 concurrent partial refunds on two captures add up exactly, and never exceed what was paid", async ({
  world,
}) => {
  const shop = await refundShop(world);
  const { staff } = shop;
  const { id, total } = await paidOrder(world, shop, [5, 1]);
  const second = await addCapture(world, id, 7775);
  const paid = Math.round(total * 100) + 7775;
  // Six calls compete for each connection. The amounts add up to twice what was paid. Refunds and captures are
  // multiples of 5, so no part of a refund ends in 91 to 93, which the test provider treats specially.
  expect(paid % 5).toBe(0);
  const amounts = Array.from({ length: 60 }, (_, i) => 350 + 15 * ((i * 37) % 60));
  const answers = await Promise.allSettled(
    amounts.map((minor, i) =>
      staff.refunds.refundOrder({
        id,
        body: { amount: minor / 100, ...(i % 5 === 0 ? { paymentId: second } : {}) },
      }),
    ),
  );
  const made = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
  const codes = answers.flatMap((answer) =>
    answer.status === "rejected" ? [(answer.reason as { code: string }).code] : [],
  );
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set(["COMPLETED"]));
  expect(codes.filter((code) => !["AMOUNT_EXCEEDED", "INVALID_TRANSITION"].includes(code))).toEqual(
    [],
  );
  const returned = made.reduce((sum, { refunded }) => sum + Math.round(refunded * 100), 0);
  const after = await staff.orders.getOrder({ id });
  expect(Math.round(after.refunded * 100)).toBe(returned);
  expect(returned).toBeLessThanOrEqual(paid);
  const { rows } = await world.admin.query<{ n: number }>(
    "select sum(amount_minor)::int as n from shop.test_refunds where state = 'completed'",
  );
  expect(rows).toEqual([{ n: returned }]);
  // Exactly the money that was not returned can still be refunded. Compares the requested amount, because the test
  // provider may complete this refund later.
  const rest = returned < paid ? await staff.refunds.refundOrder({ id, body: {} }) : { amount: 0 };
  expect(Math.round(rest.amount * 100)).toBe(paid - returned);
  await settle(world);
  expect(await imbalances(world)).toEqual([]);
});

test("racing payments, refunds, cancellations, shipments and provider responses of one order keep the invariants", async ({
  world,
}) => {
  // Each order has three units.
  const shop = await refundShop(world, { stock: 100 + 2 * rounds });
  const { storeId } = shop;
  const total = { done: 0, refused: 0 };
  for (let round = firstRound; round < firstRound + rounds; round += 1) {
    // Signs staff in again now and then, because an access token is valid for only 15 minutes.
    if (round % 25 === 0) shop.staff = await member(world, storeId, ["MANAGE_ORDERS"]);
    const placed = await placeOrder(world, shop, [2, 1]);
    const { done, refused } = await raceOrder(world, shop, placed, { calls: 20, seed: round });
    total.done += done;
    total.refused += refused;
    expect({ round, found: await imbalances(world) }).toEqual({ round, found: [] });
  }
  expect(total.done + total.refused).toBe(20 * rounds);
  // Both outcomes must occur, or nothing was raced.
  expect(Math.min(total.done, total.refused)).toBeGreaterThan(rounds);
});
