// @module-tag slow

import type { Standin } from "@vetrina/payment-standins/start";
import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { settle } from "../refunds/refunds.fixture.ts";
import { type AtProvider, deskShop, providers } from "./reconciliation.fixture.ts";

const [, stripe, mollie] = providers as [AtProvider, AtProvider, AtProvider];
const { apiKey = "" } = mollie.settings.credentials;

const withoutToken: AtProvider = { ...mollie, settings: { credentials: { apiKey } } };

// PayPal isn't listed, because the money of a refund that is completed there never comes back to the store.
const cases = [
  { name: "Stripe", driver: stripe },
  { name: "Mollie with an access token", driver: mollie },
  { name: "Mollie", driver: withoutToken },
];

describe.each(cases)("$name", ({ driver }) => {
  test("a completed refund that comes back is found, whether or not an earlier run has seen it", async ({
    world,
  }) => {
    await using shop = await deskShop(world, driver);
    const order = await shop.paid();
    const [kept, seen] = [await shop.refunded(order.id, 10), await shop.refunded(order.id, 20)];
    await settle(world);
    await shop.nextDay();
    expect(await shop.kinds()).toEqual([]);
    const unseen = await shop.refunded(order.id, 15);
    await settle(world);
    for (const { atProvider } of [seen, unseen])
      await shop.control.refunds.settle(atProvider, "failed");
    await shop.nextDay();
    const found = await shop.list();
    expect(found.map(({ kind }) => kind)).toEqual(["REFUND_REVERSED", "REFUND_REVERSED"]);
    expect(found.map(({ reported }) => reported)).toEqual(expect.arrayContaining([15, 20]));
    expect(found.map(({ orderId }) => orderId)).toEqual([order.id, order.id]);
    expect(await stateOf(world, kept.id)).toBe("completed");
    await shop.nextDay();
    expect(await shop.kinds()).toEqual(["REFUND_REVERSED", "REFUND_REVERSED"]);
  });

  test("a refund that comes back weeks after it was made is found", async ({ world }) => {
    await using shop = await deskShop(world, driver);
    const order = await shop.paid();
    const refund = await shop.refunded(order.id, 10);
    await settle(world);
    const { now } = world.services;
    world.services.now = () => new Date(now().getTime() + 30 * 24 * 60 * 60_000);
    await shop.nextDay();
    await shop.control.clock.advance(30 * 24 * 60 * 60 - 60);
    await shop.control.refunds.settle(refund.atProvider, "failed");
    await shop.nextDay();
    world.services.now = now;
    expect(await shop.kinds()).toEqual(["REFUND_REVERSED"]);
  });
});

test("a Mollie refund that failed before it was made, or that was canceled, is no difference", async ({
  world,
}) => {
  await using shop = await deskShop(world, withoutToken);
  const order = await shop.paid();
  await shop.owner.refunds.refundOrder({ id: order.id, body: { amount: 10 } });
  const { rows } = await world.admin.query<{ id: string; at_provider: string }>(
    "select id, provider_refund_id as at_provider from shop.refund_payments",
  );
  const [refund] = rows;
  await shop.control.refunds.settle(refund?.at_provider ?? "", "failed");
  // The store hasn't learned of the failure yet.
  await shop.nextDay();
  expect(await shop.kinds()).toEqual([]);
  await settle(world);
  expect(await stateOf(world, refund?.id ?? "")).toBe("failed");
  await cancelAlone(shop.standin, order.paymentId);
  await shop.nextDay();
  expect(await shop.kinds()).toEqual([]);
});

test("a refund from Mollie's dashboard that comes back is found once", async ({ world }) => {
  await using shop = await deskShop(world, withoutToken);
  const order = await shop.paid();
  await mollie.refundAlone(shop.standin, order.paymentId, 500);
  await shop.nextDay();
  expect(await shop.kinds()).toEqual(["ORPHAN_REFUND"]);
  const [refund] = await shop.control.ledger({ kind: "refund" });
  await shop.control.refunds.settle(refund?.id ?? "", "failed");
  await shop.nextDay();
  expect(await shop.kinds()).toEqual(["REFUND_REVERSED"]);
});

/** Creates a refund at Mollie that the store doesn't know about, and cancels it before Mollie pays it out. */
async function cancelAlone({ origin }: Standin, paymentId: string): Promise<void> {
  const url = `${origin}/v2/payments/${paymentId}/refunds`;
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const body = JSON.stringify({
    amount: { currency: "USD", value: "5.00" },
    description: "Refund",
  });
  const made = await fetch(url, { method: "POST", headers, body });
  const { id } = (await made.json()) as { id: string };
  const { status } = await fetch(`${url}/${id}`, { method: "DELETE", headers });
  expect(status).toBe(204);
}

async function stateOf({ admin }: World, refundPaymentId: string): Promise<string | undefined> {
  const { rows } = await admin.query<{ state: string }>(
    "select state from shop.refund_payments where id = $1",
    [refundPaymentId],
  );
  return rows[0]?.state;
}
