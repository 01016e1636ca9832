import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Discount } from "./discounts.ts";
import { maximumSubtotal, type PricedLine, priceCart } from "./pricing.ts";

const now = new Date("2026-11-20T12:00:00Z");
const standard = { price: 999, freeAbove: 10_000 };

function code(type: Discount["type"], value: number, changes: Partial<Discount> = {}): Discount {
  const limits = { minimumSubtotal: null, startsAt: null, endsAt: null, usageLimit: null };
  return { code: "CODE", type, value, ...limits, used: 0, active: true, ...changes };
}

const line = fc.record({
  price: fc.oneof(fc.nat(50_000), fc.nat(10_000_000_000)),
  quantity: fc.integer({ min: 1, max: 999 }),
});
const discount = fc.option(
  fc.record({
    type: fc.constantFrom<Discount["type"]>("PERCENTAGE", "FIXED_AMOUNT", "FREE_SHIPPING"),
    value: fc.nat(10_000),
    minimum: fc.option(fc.nat(200_000)),
  }),
);
const rate = fc.option(fc.record({ price: fc.nat(5_000), freeAbove: fc.option(fc.nat(300_000)) }));
const cart = fc.record({
  lines: fc.array(line, { maxLength: 30 }),
  discount,
  rate,
  taxBasisPoints: fc.nat(3_000),
});

function price(lines: PricedLine[], changes: Partial<Parameters<typeof priceCart>[0]> = {}) {
  return priceCart({ lines, discount: null, rate: standard, taxBasisPoints: 800, now, ...changes });
}

describe("a cart", () => {
  test("below the threshold pays shipping and tax", () => {
    expect(
      price([
        { price: 2_450, quantity: 2 },
        { price: 1_999, quantity: 1 },
      ]),
    ).toEqual({
      subtotal: 6_899,
      discount: 0,
      shipping: 999,
      tax: 552,
      total: 8_450,
      lineTotals: [4_900, 1_999],
      lineDiscounts: [0, 0],
      lineTaxes: [392, 160],
    });
  });

  test.each([
    [9_999, 999],
    [10_000, 999],
    [10_001, 0],
  ])("of %i ships for %i", (amount, shipping) => {
    expect(price([{ price: amount, quantity: 1 }]).shipping).toBe(shipping);
  });

  test("has shipping and tax calculated from the discounted subtotal", () => {
    const totals = price([{ price: 11_000, quantity: 1 }], {
      discount: code("PERCENTAGE", 1_000),
    });
    expect(totals).toMatchObject({ discount: 1_100, shipping: 999, tax: 792, total: 11_691 });
  });

  test("pays no shipping with a free-shipping code, and full shipping if the code is refused", () => {
    const lines = [{ price: 5_000, quantity: 1 }];
    expect(price(lines, { discount: code("FREE_SHIPPING", 0) }).shipping).toBe(0);
    const refused = code("FREE_SHIPPING", 0, { minimumSubtotal: 5_001 });
    expect(price(lines, { discount: refused }).shipping).toBe(999);
    expect(price(lines, { discount: code("PERCENTAGE", 1_000, { endsAt: now }) }).discount).toBe(0);
  });

  test("fully discounted still pays its shipping", () => {
    const totals = price([{ price: 5_000, quantity: 1 }], {
      discount: code("FIXED_AMOUNT", 9_999),
    });
    expect(totals).toMatchObject({ discount: 5_000, tax: 0, total: 999, lineTaxes: [0] });
  });

  test("taxes a line after its discount", () => {
    const line = { price: 1, quantity: 1 };
    const changes = { discount: code("FIXED_AMOUNT", 1), taxBasisPoints: 10_000 };
    expect(price([line, line], changes)).toMatchObject({
      lineDiscounts: [1, 0],
      lineTaxes: [0, 1],
    });
  });

  test("without lines costs nothing", () => {
    expect(price([])).toMatchObject({ subtotal: 0, shipping: 0, tax: 0, total: 0, lineTotals: [] });
  });

  test("without a rate ships for free", () => {
    expect(price([{ price: 5_000, quantity: 1 }], { rate: null }).total).toBe(5_400);
  });
});

test.each<[string, PricedLine[]]>([
  ["half a cent", [{ price: 0.5, quantity: 1 }]],
  ["a negative price", [{ price: -1, quantity: 1 }]],
  ["no units", [{ price: 1, quantity: 0 }]],
  ["a fractional quantity", [{ price: 1, quantity: 0.5 }]],
  ["not a number", [{ price: Number.NaN, quantity: 1 }]],
  ["a line far beyond the maximum", [{ price: Number.MAX_SAFE_INTEGER, quantity: 999 }]],
  ["a sum past the maximum", Array.from({ length: 3 }, () => ({ price: 2 ** 50, quantity: 1 }))],
  [
    "a sum far beyond the maximum",
    Array.from({ length: 100 }, () => ({ price: 2 ** 50, quantity: 2 })),
  ],
])("%s is refused", (_, lines) => {
  expect(() => price(lines)).toThrow(RangeError);
});

test("the largest cart is exact", () => {
  const totals = price([{ price: maximumSubtotal, quantity: 1 }], { taxBasisPoints: 10_000 });
  expect(totals.total).toBe(2 * maximumSubtotal);
});

describe("any cart", () => {
  test("matches a BigInt calculation, and its parts add up", () => {
    fc.assert(
      fc.property(cart, (cart) => {
        const { discount } = cart;
        const limits = { minimumSubtotal: discount?.minimum ?? null };
        const totals = priceCart({
          ...cart,
          discount: discount && code(discount.type, discount.value, limits),
          now,
        });
        expect(totals).toMatchObject(oracle(cart));
        expect(totals.subtotal - totals.discount + totals.shipping + totals.tax).toBe(totals.total);
        expect(sum(totals.lineTotals)).toBe(totals.subtotal);
        expect(sum(totals.lineDiscounts)).toBe(totals.discount);
        expect(sum(totals.lineTaxes)).toBe(totals.tax);
        for (const [index, lineDiscount] of totals.lineDiscounts.entries())
          expect(lineDiscount).toBeLessThanOrEqual(totals.lineTotals[index] ?? 0);
      }),
      { numRuns: 1_000 },
    );
  });
});

type Cart = typeof cart extends fc.Arbitrary<infer T> ? T : never;

// Written from the rules in prose without using the code: exact fractions of BigInts.
function oracle({ lines, discount, rate, taxBasisPoints }: Cart) {
  let subtotal = 0n;
  for (const { price, quantity } of lines) subtotal += BigInt(price) * BigInt(quantity);
  const counts = discount !== null && subtotal >= BigInt(discount.minimum ?? 0);
  let off = 0n;
  if (counts && discount.type === "PERCENTAGE") off = nearest(subtotal * BigInt(discount.value));
  if (counts && discount.type === "FIXED_AMOUNT") off = BigInt(discount.value);
  if (off > subtotal) off = subtotal;
  const rest = subtotal - off;
  let shipping = BigInt(rate?.price ?? 0);
  if (rate?.freeAbove != null && rest > BigInt(rate.freeAbove)) shipping = 0n;
  if ((counts && discount.type === "FREE_SHIPPING") || lines.length === 0) shipping = 0n;
  const tax = nearest(rest * BigInt(taxBasisPoints));
  return {
    subtotal: Number(subtotal),
    discount: Number(off),
    shipping: Number(shipping),
    tax: Number(tax),
    total: Number(rest + shipping + tax),
  };
}

function nearest(tenThousandths: bigint): bigint {
  const rest = tenThousandths % 10_000n;
  return (tenThousandths - rest) / 10_000n + (rest >= 5_000n ? 1n : 0n);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
