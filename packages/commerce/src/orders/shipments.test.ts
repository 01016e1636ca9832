import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type FulfillmentState,
  fulfillmentTransitions,
  mayStep,
  type ReturnState,
  returnTransitions,
} from "./order-states.ts";
import { completionOf, fulfillmentOf, type ItemUnits, returnOf, unitsToShip } from "./shipments.ts";

const item = (quantity: number, fulfilled = 0, refunded = 0, returned = 0): ItemUnits => ({
  quantity,
  fulfilled,
  refunded,
  returned,
});

describe("the units of an item that may still be shipped", () => {
  test.each<[string, ItemUnits, number]>([
    ["all at first", item(3), 3],
    ["what is in no shipment", item(3, 1), 2],
    ["never what was refunded before", item(3, 1, 1), 1],
    ["none if all was refunded", item(3, 0, 3), 0],
    ["none once all was shipped", item(3, 3, 1), 0],
    ["the rest, if what came back was refunded", item(3, 1, 1, 1), 2],
    ["none if all came back", item(3, 3, 0, 3), 0],
    ["none if all came back and was refunded", item(3, 3, 3, 3), 0],
  ])("are %s", (_, units, left) => {
    expect(unitsToShip(units)).toBe(left);
  });

  test("never lead to more shipped than ordered, or to more kept than paid for", () => {
    fc.assert(
      fc.property(units(), (one) => {
        const left = unitsToShip(one);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(one.fulfilled + left).toBeLessThanOrEqual(one.quantity);
        const kept = one.fulfilled - one.returned + left;
        expect(left === 0 || kept <= one.quantity - one.refunded).toBe(true);
      }),
    );
  });
});

test("refunding the rest of an order makes it fulfilled or delivered", () => {
  expect(fulfillmentOf({ items: [item(1, 1), item(2)], delivered: 0 })).toBe("partial");
  expect(fulfillmentOf({ items: [item(1, 1), item(2, 0, 2)], delivered: 0 })).toBe("fulfilled");
  expect(fulfillmentOf({ items: [item(1, 1), item(2, 0, 2)], delivered: 1 })).toBe("delivered");
  expect(fulfillmentOf({ items: [item(1, 0, 1)], delivered: 0 })).toBe("unfulfilled");
});

test("an order is returned once all of it has come back, and partly returned before that", () => {
  expect(returnOf([item(2)], "unfulfilled", "none")).toBe("none");
  expect(returnOf([item(2, 2)], "delivered", "requested")).toBe("requested");
  expect(returnOf([item(2, 2, 0, 1)], "delivered", "requested")).toBe("partial");
  expect(returnOf([item(2, 1, 0, 1)], "partial", "none")).toBe("partial");
  expect(returnOf([item(2, 2, 0, 2)], "delivered", "partial")).toBe("returned");
});

describe("an order is complete", () => {
  const at = new Date("2026-11-01T10:00:00Z");
  test("14 days after its delivery", () => {
    const order = { fulfillment: "delivered", deliveredAt: at, shippedAt: at } as const;
    expect(completionOf(order)).toEqual(new Date("2026-11-15T10:00:00Z"));
  });

  test("30 days after its last shipment, if its delivery isn't known", () => {
    const order = { fulfillment: "fulfilled", deliveredAt: null, shippedAt: at } as const;
    expect(completionOf(order)).toEqual(new Date("2026-12-01T10:00:00Z"));
  });

  test("never while some of it hasn't been shipped", () => {
    expect(
      completionOf({ fulfillment: "fulfilled", deliveredAt: null, shippedAt: null }),
    ).toBeNull();
    expect(completionOf({ fulfillment: "partial", deliveredAt: null, shippedAt: at })).toBeNull();
  });
});

function units(): fc.Arbitrary<ItemUnits> {
  return fc
    .tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9))
    .map(([quantity, fulfilled, refunded, returned]) => ({
      quantity: quantity + 1,
      fulfilled: Math.min(fulfilled, quantity + 1),
      refunded: Math.min(refunded, quantity + 1),
      returned: Math.min(returned, fulfilled, quantity + 1),
    }));
}

/** The units of an item by state, in addition to the numbers that the rules use. */
type Life = ItemUnits & { pending: number; sent: number; delivered: number };

/**
 * What each event of one unit changes; null if the event can't happen. If a refund fails, its unit no longer counts as
 * refunded.
 */
const happenings: Record<string, (life: Life) => Partial<Life> | null> = {
  ship: (one) =>
    unitsToShip(one) > 0 ? { fulfilled: one.fulfilled + 1, pending: one.pending + 1 } : null,
  cancel: (one) =>
    one.pending > 0 ? { fulfilled: one.fulfilled - 1, pending: one.pending - 1 } : null,
  send: (one) => (one.pending > 0 ? { pending: one.pending - 1, sent: one.sent + 1 } : null),
  deliver: (one) => (one.sent > 0 ? { sent: one.sent - 1, delivered: one.delivered + 1 } : null),
  loseSent: (one) => (one.sent > 0 ? { sent: one.sent - 1, returned: one.returned + 1 } : null),
  sendBack: (one) => (one.returned < one.delivered ? { returned: one.returned + 1 } : null),
  refund: (one) => (one.refunded < one.quantity ? { refunded: one.refunded + 1 } : null),
  refundFails: (one) => (one.refunded > 0 ? { refunded: one.refunded - 1 } : null),
};

const inOneLine = (...names: string[]) => names.map((which) => ({ which, line: 0 }));

test("an order's states change only by steps listed in the tables, whatever happens to its units", () => {
  const event = fc.record({
    which: fc.constantFrom(...Object.keys(happenings)),
    line: fc.nat(1),
  });
  const seen = new Set<string>();
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 2 }),
      fc.array(event, { maxLength: 40 }),
      (quantities, events) => {
        const lives = quantities.map((quantity): Life => ({
          ...item(quantity),
          pending: 0,
          sent: 0,
          delivered: 0,
        }));
        let fulfillment: FulfillmentState = "unfulfilled";
        let returned: ReturnState = "none";
        for (const { which, line } of events) {
          const life = lives[line];
          const change = life === undefined ? null : happenings[which]?.(life);
          if (life === undefined || change == null) continue;
          Object.assign(life, change);
          const delivered = lives.reduce((sum, each) => sum + each.delivered, 0);
          const next: FulfillmentState =
            fulfillment === "delivered" ? fulfillment : fulfillmentOf({ items: lives, delivered });
          const back: ReturnState = returnOf(lives, next, returned);
          expect(
            next === fulfillment || mayStep(fulfillmentTransitions, fulfillment, next),
            `${fulfillment} to ${next}`,
          ).toBe(true);
          expect(
            back === returned || mayStep(returnTransitions, returned, back),
            `${returned} to ${back}`,
          ).toBe(true);
          seen.add(`${fulfillment} ${next}`).add(`${returned} ${back}`);
          fulfillment = next;
          returned = back;
        }
      },
    ),
    // In one of twenty runs, no random sequence delivers a whole order, so these examples are added.
    {
      numRuns: 2000,
      examples: [
        [[1], inOneLine("ship", "cancel")],
        [[1], inOneLine("ship", "send", "deliver")],
        [[2], inOneLine("ship", "send", "deliver", "sendBack")],
      ],
    },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(["fulfilled delivered", "fulfilled unfulfilled", "none partial"]),
  );
});
