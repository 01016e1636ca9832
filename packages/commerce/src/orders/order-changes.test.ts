import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Discount, unconditional } from "../pricing/discount.ts";
import { priceCart, type PricedLine, type Totals } from "../pricing/price-cart.ts";
import { fixedPrice } from "../pricing/shipping-price.ts";
import type { TaxTerms } from "../pricing/tax.ts";
import {
  type ChangedOrder,
  changeOrder,
  discountUses,
  type LineAmounts,
  type LineChange,
  type OrderAmounts,
  type OrderStep,
} from "./order-changes.ts";
import { planRefund, type RefundableOrder } from "./refunds.ts";

type Order = { lines: LineAmounts[]; amounts: OrderAmounts; steps: OrderStep[] };

const now = new Date("2026-03-01T12:00:00Z");

function orderOf(totals: Totals): Order {
  return {
    lines: totals.lines.map((line, i) => ({
      price: line.unitPrice,
      quantity: Math.round(line.total / line.unitPrice) || quantities(totals)[i] || 1,
      discount: line.discount,
      tax: line.tax,
      taxIncluded: line.taxIncluded,
    })),
    amounts: totals,
    steps: totals.trace.filter((step) => step.kind !== "LINE"),
  };
}

function quantities(totals: Totals): number[] {
  return totals.trace.flatMap((step) => (step.kind === "LINE" ? [step.quantity] : []));
}

/** The order after a change, with the lines that stay and those that are added. */
function after(changed: ChangedOrder, added: Totals | null): Order {
  const more = added === null ? [] : orderOf(added).lines;
  return {
    lines: [...changed.lines.map(amountsOf), ...more],
    amounts: changed.amounts,
    steps: changed.steps,
  };
}

function amountsOf({ price, quantity, discount, tax, taxIncluded }: LineAmounts): LineAmounts {
  return { price, quantity, discount, tax, taxIncluded };
}

/** Asserts what must be true of any order: its lines and steps add up to its totals, and no amount is negative. */
function expectLawful({ lines, amounts, steps }: Order): void {
  const sum = (of: (line: LineAmounts) => number) => lines.reduce((all, line) => all + of(line), 0);
  expect(amounts.subtotal).toBe(sum(({ price, quantity }) => price * quantity));
  expect(amounts.discount).toBe(sum(({ discount }) => discount));
  expect(amounts.tax + amounts.taxIncluded).toBe(
    sum(({ tax, taxIncluded }) => tax + taxIncluded) + amounts.shippingTax,
  );
  expect(amounts.total).toBe(amounts.subtotal - amounts.discount + amounts.shipping + amounts.tax);
  for (const line of lines) {
    const net = line.price * line.quantity - line.discount;
    expect(Math.min(line.discount, line.tax, line.taxIncluded, net)).toBeGreaterThanOrEqual(0);
    expect(line.taxIncluded).toBeLessThanOrEqual(net);
  }
  const totalOf = (kind: "DISCOUNT" | "TAX") =>
    steps.reduce((all, step) => all + (step.kind === kind ? step.amount : 0), 0);
  expect(totalOf("DISCOUNT")).toBe(amounts.discount);
  expect(totalOf("TAX")).toBe(amounts.tax + amounts.taxIncluded);
  for (const step of steps) {
    if (!("shares" in step)) continue;
    const shared = step.shares.reduce((all, share) => all + share, 0);
    expect(shared + (step.kind === "TAX" ? step.shippingShare : 0)).toBe(step.amount);
    expect(step.shares).toHaveLength(lines.length);
    expect(Math.min(0, ...step.shares)).toBe(0);
    expect(step.kind === "TAX" ? step.base : 0).toBeGreaterThanOrEqual(0);
  }
}

/** Refunds every line unit by unit, then shipping. Returns the sum of all refunds. */
function refundAll({ lines, amounts }: Order): number {
  const nothing = { quantity: 0, shareMinor: 0, amountMinor: 0, taxMinor: 0, taxIncludedMinor: 0 };
  const ofLines = lines.reduce((all, { tax }) => all + tax, 0);
  let order: RefundableOrder = {
    paidMinor: amounts.total,
    refundedMinor: 0,
    lines: lines.map((line, i) => ({
      id: String(i),
      quantity: line.quantity,
      amountMinor: line.price * line.quantity - line.discount + line.tax,
      taxMinor: line.tax,
      taxIncludedMinor: line.taxIncluded,
      refunded: nothing,
    })),
    shipping: {
      amountMinor: amounts.shipping + amounts.tax - ofLines,
      taxMinor: amounts.shippingTax,
    },
    shippingRefunded: { amountMinor: 0, taxMinor: 0 },
  };
  const tax = { lines: 0, shipping: 0 };
  const take = (request: Parameters<typeof planRefund>[1]) => {
    const plan = planRefund(order, request);
    // A unit that cost nothing can't be refunded.
    if ("problem" in plan) return;
    tax.shipping += plan.shippingTaxMinor;
    order = {
      ...order,
      refundedMinor: order.refundedMinor + plan.amountMinor,
      lines: order.lines.map((line) => {
        const part = plan.lines.find(({ id }) => id === line.id);
        if (part === undefined) return line;
        tax.lines += part.taxMinor + part.taxIncludedMinor;
        const { refunded } = line;
        return {
          ...line,
          refunded: {
            quantity: refunded.quantity + part.quantity,
            shareMinor: refunded.shareMinor + part.shareMinor,
            amountMinor: refunded.amountMinor + part.amountMinor,
            taxMinor: refunded.taxMinor + part.taxMinor,
            taxIncludedMinor: refunded.taxIncludedMinor + part.taxIncludedMinor,
          },
        };
      }),
    };
  };
  for (const [i, line] of lines.entries()) {
    const amount = line.price * line.quantity - line.discount + line.tax;
    if (amount === 0) continue;
    for (let unit = 0; unit < line.quantity; unit += 1)
      take({ lines: [{ id: String(i), quantity: 1 }] });
    expect(order.lines[i]?.refunded.amountMinor).toBe(amount);
  }
  if (order.shipping.amountMinor > 0) take({ shippingMinor: "all" });
  expect(tax.lines + tax.shipping).toBe(amounts.tax + amounts.taxIncluded);
  return order.refundedMinor;
}

/** Prices in minor units: tiny, usual and very high ones. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 30 }),
  fc.integer({ min: 1, max: 20_000 }),
  fc.integer({ min: 1, max: 9_999_999 }),
);
const pricedLine: fc.Arbitrary<PricedLine> = fc.record({
  price,
  quantity: fc.integer({ min: 1, max: 7 }),
  taxClass: fc.constantFrom("", "food"),
});
const percent = fc.integer({ min: 1, max: 10_000 });
const discounts = fc
  .tuple(percent, fc.integer({ min: 1, max: 5_000 }))
  .map(([share, amount]): Discount[] => [
    {
      ...unconditional,
      id: "a",
      code: null,
      title: "A",
      type: "PERCENTAGE",
      value: share,
      combines: true,
    },
    {
      ...unconditional,
      id: "b",
      code: "B",
      title: "",
      type: "FIXED_AMOUNT",
      value: amount,
      combines: true,
    },
  ]);
const tax: fc.Arbitrary<TaxTerms> = fc
  .tuple(
    fc.boolean(),
    fc.boolean(),
    fc.integer({ min: 0, max: 3_000 }),
    fc.integer({ min: 0, max: 900 }),
  )
  .map(([isIncluded, isShippingTaxed, standard, reduced]) => ({
    isIncluded,
    isShippingTaxed,
    reverseCharge: null,
    country: "DE",
    rates: [rateOf("s", "", standard), rateOf("r", "food", reduced)],
  }));

function rateOf(id: string, taxClass: string, basisPoints: number): TaxTerms["rates"][number] {
  const place = { country: "DE", region: "", postalFrom: "", postalTo: "" };
  return { id, name: id, ...place, taxClass, basisPoints, startsOn: null };
}

const cart = fc.record({
  lines: fc.array(pricedLine, { minLength: 1, maxLength: 4 }),
  discounts: fc.oneof(fc.constant([]), discounts),
  tax,
  shipping: fc.integer({ min: 0, max: 3_000 }),
});
type Placed = typeof cart extends fc.Arbitrary<infer T> ? T : never;

function priced({ lines, discounts: used, tax: terms, shipping }: Placed): Totals {
  const rate = fixedPrice(shipping);
  return priceCart({ lines, discounts: used, buyer: "none", rate, tax: terms, now });
}

/**
 * A random edit: for each line, numbers that determine how many units stay and how many move; and the lines that are
 * added, if any.
 */
const edit = fc.record({
  takes: fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { minLength: 12, maxLength: 12 }),
  added: fc.option(fc.array(pricedLine, { minLength: 1, maxLength: 2 })),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function changesOf(order: Order, { takes }: Edit): LineChange[] {
  return order.lines.map(({ quantity }, i) => {
    const [a, b] = takes[i] ?? [100, 0];
    const kept = a % (quantity + 1);
    return { kept, moved: [b % (quantity - kept + 1)] };
  });
}

describe("random changes to an order", () => {
  test("add up, and refunding every unit returns the order's total", () => {
    fc.assert(
      fc.property(cart, fc.array(edit, { minLength: 1, maxLength: 3 }), (placed, edits) => {
        let order = orderOf(priced(placed));
        expectLawful(order);
        for (const each of edits) {
          const added =
            each.added === null
              ? null
              : priced({ ...placed, lines: each.added, shipping: placed.shipping % 7 });
          order = after(changeOrder(order, changesOf(order, each), added), added);
          expectLawful(order);
        }
        expect(refundAll(order)).toBe(order.amounts.total);
      }),
      { numRuns: 500 },
    );
  });

  test("leave an order as it is if nothing changes", () => {
    fc.assert(
      fc.property(cart, (placed) => {
        const order = orderOf(priced(placed));
        const same = changeOrder(
          order,
          order.lines.map(({ quantity }) => ({ kept: quantity, moved: [] })),
          null,
        );
        expect(after(same, null)).toEqual({ ...order, amounts: { ...same.amounts } });
        expect(same.amounts.total).toBe(order.amounts.total);
      }),
      { numRuns: 100 },
    );
  });

  test("that only move units to other lines don't change the total", () => {
    fc.assert(
      fc.property(cart, edit, (placed, each) => {
        const order = orderOf(priced(placed));
        const changes = changesOf(order, each).map(({ moved }, i) => {
          const [units = 0] = moved;
          return { kept: (order.lines[i]?.quantity ?? 0) - units, moved };
        });
        expect(changeOrder(order, changes, null).amounts).toEqual(
          expect.objectContaining({ total: order.amounts.total, tax: order.amounts.tax }),
        );
      }),
      { numRuns: 100 },
    );
  });
});

test("a line of three at 10.00 with 10 percent off and 19 percent tax loses one unit", () => {
  const totals = priced({
    lines: [{ price: 1000, quantity: 3 }],
    discounts: [
      { ...unconditional, id: "a", code: null, title: "A", type: "PERCENTAGE", value: 1000 },
    ],
    tax: {
      isIncluded: false,
      isShippingTaxed: false,
      reverseCharge: null,
      country: "DE",
      rates: [rateOf("s", "", 1900)],
    },
    shipping: 500,
  });
  const { amounts, lines, steps } = changeOrder(orderOf(totals), [{ kept: 2, moved: [] }], null);
  expect(amounts).toMatchObject({ subtotal: 2000, discount: 200, tax: 342, total: 2642 });
  expect(lines).toMatchObject([{ quantity: 2, discount: 200, tax: 342 }]);
  expect(steps.find(({ kind }) => kind === "TAX")).toMatchObject({ base: 1800, amount: 342 });
});

function termsOf(rate: string): TaxTerms {
  return {
    isIncluded: false,
    isShippingTaxed: false,
    reverseCharge: null,
    country: "DE",
    rates: [rateOf(rate, "", 1900)],
  };
}

test("lines that are added and removed again leave no steps, and their discounts take off 0", () => {
  const lines = [{ price: 1000, quantity: 1 }];
  let order = orderOf(priced({ lines, discounts: [], tax: termsOf("first"), shipping: 500 }));
  const steps = order.steps.length;
  for (let n = 0; n < 30; n += 1) {
    const discounts: Discount[] = [
      { ...unconditional, id: `d${n}`, code: null, title: "", type: "PERCENTAGE", value: 1000 },
    ];
    const added = priced({ lines, discounts, tax: termsOf(`t${n}`), shipping: 0 });
    const more = after(changeOrder(order, [{ kept: 1, moved: [] }], added), added);
    const gone = [
      { kept: 1, moved: [] },
      { kept: 0, moved: [] },
    ];
    const changed = changeOrder(more, gone, null);
    expect(discountUses(more.steps, changed.steps)).toEqual([
      { id: `d${n}`, amount: 0, offShipping: 0 },
    ]);
    order = after(changed, null);
    expectLawful(order);
  }
  expect(order.steps).toHaveLength(steps);
});

test("the tax included in a unit's price never exceeds the price, however small", () => {
  const totals = priced({
    lines: [{ price: 1, quantity: 3 }],
    discounts: [
      { ...unconditional, id: "b", code: "B", title: "", type: "FIXED_AMOUNT", value: 1 },
    ],
    tax: {
      isIncluded: true,
      isShippingTaxed: false,
      reverseCharge: null,
      country: "DE",
      rates: [rateOf("s", "", 5000)],
    },
    shipping: 0,
  });
  expect(totals.lines).toMatchObject([{ discount: 1, taxIncluded: 1 }]);
  const { lines } = changeOrder(orderOf(totals), [{ kept: 1, moved: [] }], null);
  expect(lines).toMatchObject([{ discount: 1, taxIncluded: 0 }]);
});

test("a change of more units than a line has is rejected", () => {
  const totals = priced({
    lines: [{ price: 1000, quantity: 1 }],
    discounts: [],
    tax: {
      isIncluded: true,
      isShippingTaxed: false,
      reverseCharge: null,
      country: "DE",
      rates: [],
    },
    shipping: 0,
  });
  expect(() => changeOrder(orderOf(totals), [{ kept: 1, moved: [1] }], null)).toThrow(RangeError);
});
