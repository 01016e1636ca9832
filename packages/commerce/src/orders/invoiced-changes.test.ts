import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Invoiced } from "./credit-notes.ts";
import {
  type InvoicedChange,
  invoicedDifference,
  joinChanges,
  negatedChange,
  sumInvoiced,
} from "./invoiced-changes.ts";

const rates = [
  { name: "VAT", basisPoints: 1900, isIncluded: true },
  { name: "VAT", basisPoints: 700, isIncluded: true },
  { name: "Tax", basisPoints: 800, isIncluded: false },
];
const amountOf = fc.integer({ min: 0, max: 100_000 });
/** An order's lines and shipping. All have tax at the same rates: some or all of those above, or none. */
const orderOf: fc.Arbitrary<Invoiced> = fc
  .record({
    used: fc.subarray(rates),
    ids: fc.subarray(["a", "b", "c", "d"]),
    amounts: fc.array(amountOf, { minLength: 15, maxLength: 15 }),
  })
  .map(({ used, ids, amounts }) => ({
    rates: used,
    parts: [...ids, null].map((id, i) => ({
      id,
      amountMinor: amounts[i] ?? 0,
      taxes: used.map((_, rate) => amounts[i + rate + 1] ?? 0),
      bases: used.map((_, rate) => amounts[i + rate + 2] ?? 0),
    })),
  }));

/** The amount of each part and rate, so that documents can be compared regardless of their order. */
function chargesOf({ rates: own, parts }: Invoiced): Map<string, number> {
  const charges = new Map<string, number>();
  const add = (key: string, amount: number) => {
    const sum = (charges.get(key) ?? 0) + amount;
    if (sum === 0) charges.delete(key);
    else charges.set(key, sum);
  };
  for (const { id, amountMinor, taxes, bases } of parts) {
    add(`${id}`, amountMinor);
    for (const [i, { name, basisPoints }] of own.entries()) {
      add(`${id} tax ${name} ${basisPoints}`, taxes[i] ?? 0);
      add(`${id} base ${name} ${basisPoints}`, bases[i] ?? 0);
    }
  }
  return charges;
}

describe("the documents of a changed order", () => {
  test("add up to the order's charges, by part and rate", () => {
    fc.assert(
      fc.property(fc.array(orderOf, { minLength: 1, maxLength: 5 }), (orders) => {
        const documents = orders.map((order, i) => {
          const before = orders[i - 1];
          return before === undefined ? order : invoicedDifference(before, order);
        });
        expect(chargesOf(sumInvoiced(documents))).toEqual(chargesOf(orders.at(-1) as Invoiced));
      }),
    );
  });

  test("leave out parts that didn't change", () => {
    fc.assert(
      fc.property(orderOf, (order) => {
        expect(invoicedDifference(order, order).parts).toEqual([]);
      }),
    );
  });

  test("keep the order of parts when another document is added", () => {
    fc.assert(
      fc.property(orderOf, orderOf, (first, second) => {
        const ids = first.parts.map(({ id }) => id);
        const { parts } = sumInvoiced([first, invoicedDifference(first, second)]);
        expect(parts.slice(0, ids.length).map(({ id }) => id)).toEqual(ids);
      }),
    );
  });
});

const change: InvoicedChange = {
  amounts: {
    rates: [{ name: "VAT", basisPoints: 1900, isIncluded: true }],
    parts: [{ id: "a", amountMinor: -119, taxes: [-19], bases: [-100] }],
  },
  rows: [
    { name: "Dress", variantName: "M", sku: null, quantity: -1, priceMinor: 119, totalMinor: -119 },
  ],
  subtotalMinor: -119,
  discountMinor: 0,
  shippingMinor: 0,
  totalMinor: -119,
};

test("a credit note shows the returned amounts, and never a negative zero", () => {
  const back = negatedChange(change);
  expect(back).toMatchObject({
    rows: [{ quantity: 1, priceMinor: 119, totalMinor: 119 }],
    totalMinor: 119,
    amounts: { parts: [{ amountMinor: 119, taxes: [19], bases: [100] }] },
  });
  expect(Object.is(back.discountMinor, 0)).toBe(true);
});

test("two changes are combined", () => {
  const none = joinChanges(change, negatedChange(change));
  expect(none).toMatchObject({ totalMinor: 0, subtotalMinor: 0 });
  expect(none.rows).toEqual([]);
  expect(chargesOf(none.amounts)).toEqual(new Map());
});

const partOf = (id: string, amount: number) => ({
  id,
  amountMinor: amount,
  taxes: [amount / 5],
  bases: [amount],
});
const rowOf = (name: string, quantity: number) => ({
  name,
  variantName: "M",
  sku: null,
  quantity,
  priceMinor: 1000,
  totalMinor: 1000 * quantity,
});

test("if lines are exchanged back and forth, only the first and the last exchange remain", () => {
  const [rate] = rates;
  const exchange = (i: number): InvoicedChange => ({
    amounts: {
      rates: rate === undefined ? [] : [rate],
      parts: [partOf(`line ${i}`, -1000), partOf(`line ${i + 1}`, 1000)],
    },
    rows:
      i % 2 === 0 ? [rowOf("Coat", -1), rowOf("Cape", 1)] : [rowOf("Cape", -1), rowOf("Coat", 1)],
    subtotalMinor: 0,
    discountMinor: 0,
    shippingMinor: 0,
    totalMinor: 0,
  });
  const joined = (times: number) =>
    Array.from({ length: times }, (_, i) => exchange(i)).reduce(joinChanges);
  expect(joined(50).amounts.parts.map(({ id, amountMinor }) => [id, amountMinor])).toEqual([
    ["line 0", -1000],
    ["line 50", 1000],
  ]);
  expect(joined(50).rows).toEqual([]);
  expect(joined(51).rows).toEqual([rowOf("Coat", -1), rowOf("Cape", 1)]);
});
