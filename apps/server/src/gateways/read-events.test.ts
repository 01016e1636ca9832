import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { readPayPalEvent } from "./paypal/read-event.ts";
import { readStripeEvent } from "./stripe/read-event.ts";

const orderId = "0198d6a2-5b1e-7c3d-8e4f-123456789abc";

describe("an event names the payment and the order", () => {
  test.each([
    [
      "an order of PayPal",
      { id: "5O1", purchase_units: [{ custom_id: orderId }] },
      { objectIds: ["5O1"], orderId },
    ],
    [
      "a capture of PayPal",
      { id: "3C6", custom_id: orderId, supplementary_data: { related_ids: { order_id: "5O1" } } },
      { objectIds: ["5O1", "3C6"], orderId },
    ],
    [
      "a refund of PayPal",
      { id: "1R", links: [{ rel: "up", href: "https://api.paypal.com/v2/payments/captures/3C6" }] },
      { objectIds: ["3C6", "1R"], orderId: null },
    ],
    [
      "a dispute of PayPal",
      {
        dispute_id: "PP-D-1",
        disputed_transactions: [{ seller_transaction_id: "3C6", custom: orderId }],
      },
      { objectIds: ["3C6"], orderId },
    ],
  ])("%s", (_, resource, expected) => {
    const body = { id: "WH-1-2", event_type: "PAYMENT.CAPTURE.COMPLETED", resource };
    expect(readPayPalEvent(body)).toEqual({
      eventId: "WH-1-2",
      type: "PAYMENT.CAPTURE.COMPLETED",
      ...expected,
    });
  });

  test.each([
    [
      "an intent of Stripe",
      { id: "pi_1", metadata: { orderId } },
      { objectIds: ["pi_1"], orderId },
    ],
    [
      "a charge of Stripe",
      { id: "ch_1", payment_intent: "pi_1", metadata: {} },
      { objectIds: ["pi_1", "ch_1"], orderId: null },
    ],
    [
      "a dispute of Stripe",
      { id: "du_1", payment_intent: { id: "pi_1" }, charge: "ch_1" },
      { objectIds: ["pi_1", "du_1", "ch_1"], orderId: null },
    ],
  ])("%s", (_, object, expected) => {
    const body = { id: "evt_1", type: "payment_intent.succeeded", data: { object } };
    expect(readStripeEvent(body)).toEqual({
      eventId: "evt_1",
      type: "payment_intent.succeeded",
      ...expected,
    });
  });

  test("and ignores ids of any other form", () => {
    for (const id of ["", "a b", "x".repeat(101), 1, null, { id: "evt_1" }, "evt_1\u0000"])
      expect(readStripeEvent({ id, type: "charge.succeeded" })).toBeNull();
    const event = { id: "evt_1", type: "charge.succeeded", data: { object: { id: "' or 1=1" } } };
    expect(readStripeEvent(event)?.objectIds).toEqual([]);
    expect(readStripeEvent({ ...event, type: "<b>" })).toBeNull();
    const odd = {
      id: "evt_1",
      type: "charge.succeeded",
      data: { object: { metadata: { orderId: "../x" } } },
    };
    expect(readStripeEvent(odd)?.orderId).toBeNull();
  });

  test("without an error for any input", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (resource, object) => {
        const ids = readPayPalEvent({ id: "WH-1", event_type: "X", resource })?.objectIds ?? [];
        readStripeEvent({ id: "evt_1", type: "x", data: { object } });
        readPayPalEvent(resource);
        expect(ids.length).toBeLessThanOrEqual(4);
      }),
    );
  });
});
