import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Discount, unconditional } from "./discount.ts";
import { type Cart, maximumSubtotal, type PricedLine, priceCart } from "./price-cart.ts";
import { rateFor } from "./free-products.ts";
import { fixedPrice, remainingForFree } from "./shipping-price.ts";
import type { TaxRate, TaxTerms } from "./tax.ts";

const now = new Date("2026-11-20T12:00:00Z");
const standard = { ...fixedPrice(999), freeAbove: 10_000 };
const general: TaxRate = {
  id: "general",
  name: "Tax",
  country: "",
  region: "",
  postalFrom: "",
  postalTo: "",
  taxClass: "",
  basisPoints: 800,
  startsOn: null,
};
const tax: TaxTerms = {
  isIncluded: false,
  isShippingTaxed: false,
  reverseCharge: null,
  country: "US",
  rates: [general],
};

let made = 0;
function discount(changes: Partial<Discount>): Discount {
  made += 1;
  const id = `d${String(made).padStart(4, "0")}`;
  const named = { id, code: null, title: id, type: "PERCENTAGE" as const, value: 0 };
  return { ...unconditional, ...named, combines: true, ...changes };
}

function price(lines: readonly PricedLine[], changes: Partial<Cart> = {}) {
  return priceCart({
    lines,
    discounts: [],
    buyer: "unknown",
    rate: standard,
    tax,
    now,
    ...changes,
  });
}

function line(price: number, quantity = 1, more: Partial<PricedLine> = {}): PricedLine {
  return { price, quantity, ...more };
}

describe("a cart", () => {
  test("reads the products that ship free once for all choices of discounts", () => {
    let reads = 0;
    const lines = [line(6_000, 1, { productId: "last" })];
    const rate = {
      price: 999,
      freeAbove: null,
      get freeFor() {
        reads += 1;
        return [...Array.from({ length: 199 }, (_, i) => `p${i}`), "last"];
      },
    };
    const discounts = Array.from({ length: 100 }, (_, i) =>
      discount({ value: i, combines: false }),
    );
    const totals = price(lines, { discounts, rate: rateFor(rate, new Set(["last"])) });
    expect(totals).toMatchObject({ shipping: 0, discount: 59 });
    expect(reads).toBeLessThanOrEqual(2);
  });

  test("reads the tax rates once for each tax class of its lines", () => {
    let reads = 0;
    const rate = {
      ...general,
      get taxClass() {
        reads += 1;
        return "";
      },
    };
    const rates = Array.from({ length: 500 }, () => rate);
    const lines = Array.from({ length: 100 }, (_, i) => line(100, 1, { taxClass: `c${i % 3}` }));
    const discounts = Array.from({ length: 50 }, () => discount({ value: 100, combines: false }));
    const terms = { ...tax, isShippingTaxed: true, rates };
    expect(price(lines, { discounts, tax: terms }).tax).toBeGreaterThan(0);
    expect(reads).toBeLessThan(500 * 10);
  });

  test("below the threshold pays shipping and tax", () => {
    const totals = price([line(2_450, 2), line(1_999)]);
    expect(totals).toMatchObject({
      subtotal: 6_899,
      discount: 0,
      shipping: 999,
      tax: 552,
      taxIncluded: 0,
      total: 8_450,
    });
    expect(totals.lines).toEqual([
      { unitPrice: 2_450, total: 4_900, discount: 0, tax: 392, taxIncluded: 0 },
      { unitPrice: 1_999, total: 1_999, discount: 0, tax: 160, taxIncluded: 0 },
    ]);
    expect(totals.trace.map(({ kind }) => kind)).toEqual(["LINE", "LINE", "SHIPPING", "TAX"]);
  });

  test.each([
    [9_999, 999],
    [10_000, 999],
    [10_001, 0],
  ])("of %i ships for %i", (amount, shipping) => {
    expect(price([line(amount)]).shipping).toBe(shipping);
  });

  test("has shipping and tax calculated from the discounted subtotal", () => {
    const totals = price([line(11_000)], { discounts: [discount({ value: 1_000 })] });
    expect(totals).toMatchObject({ discount: 1_100, shipping: 999, tax: 792, total: 11_691 });
  });

  test("ships free once what is missing is added, even if it is discounted too", () => {
    const cents = fc.integer({ min: 1, max: 12_000 });
    const points = fc.array(fc.integer({ min: 0, max: 9_900 }), { maxLength: 2 });
    fc.assert(
      fc.property(cents, points, (amount, percentages) => {
        const discounts = percentages.map((value, n) => discount({ id: `d${n}`, value }));
        const { parcel } = price([line(amount)], { discounts });
        const missing = remainingForFree(standard, parcel, percentages);
        const after = missing === null ? [] : [line(missing)];
        expect(price([line(amount), ...after], { discounts }).shipping).toBe(0);
      }),
    );
  });

  test("fully discounted still pays its shipping", () => {
    const discounts = [discount({ type: "FIXED_AMOUNT", value: 9_999 })];
    const totals = price([line(5_000)], { discounts });
    expect(totals).toMatchObject({ discount: 5_000, tax: 0, total: 999 });
  });

  test("without lines costs nothing, and without a rate ships for free", () => {
    expect(price([])).toMatchObject({ subtotal: 0, shipping: 0, tax: 0, total: 0, lines: [] });
    expect(price([line(5_000)], { rate: null }).total).toBe(5_400);
  });

  test.each([
    [-1, 4_000],
    [0, 4_000],
    [1, 3_000],
  ])("pays the regular price once the sale has ended (%i ms from now)", (ms, unitPrice) => {
    const sale = { regularPrice: 4_000, saleEndsAt: new Date(now.getTime() + ms) };
    expect(price([line(3_000, 1, sale)]).lines[0]?.unitPrice).toBe(unitPrice);
  });
});

describe("discounts", () => {
  test("stack, percentages first, and never take off more than the subtotal", () => {
    const discounts = [
      discount({ type: "FIXED_AMOUNT", value: 600 }),
      discount({ value: 5_000 }),
      discount({ value: 5_000 }),
    ];
    const totals = price([line(1_000, 2)], { discounts });
    expect(totals.trace.flatMap((step) => (step.kind === "DISCOUNT" ? [step.amount] : []))).toEqual(
      [1_000, 500, 500],
    );
    expect(totals).toMatchObject({ discount: 2_000, tax: 0 });
  });

  test("that can't be combined are used alone: the one that is best for the shopper", () => {
    const alone = discount({ value: 3_000, combines: false });
    const together = [discount({ value: 1_000 }), discount({ type: "FIXED_AMOUNT", value: 500 })];
    expect(price([line(10_000)], { discounts: [alone, ...together] }).used).toEqual([alone]);
    const better = price([line(1_000)], { discounts: [alone, ...together] });
    expect(better.used).toEqual(together);
    expect(better.checks.get(alone.id)).toEqual({ ok: false, reason: "combination" });
  });

  test("of a higher priority win even if others take off more", () => {
    const first = discount({ value: 100, combines: false, priority: 1 });
    expect(price([line(1_000)], { discounts: [discount({ value: 9_000 }), first] }).used).toEqual([
      first,
    ]);
  });

  test("with a code win over one that takes off the same amount", () => {
    const code = discount({ code: "TEN", value: 1_000, combines: false });
    const automatic = discount({ id: "d0000", value: 1_000, combines: false });
    expect(price([line(1_000)], { discounts: [automatic, code] }).used).toEqual([code]);
  });

  test("are compared by the amount to pay, including shipping", () => {
    const shipping = discount({ type: "FREE_SHIPPING", combines: false });
    const tenth = discount({ value: 1_000, combines: false });
    expect(price([line(9_000)], { discounts: [shipping, tenth] }).used).toEqual([shipping]);
    expect(price([line(9_999)], { discounts: [shipping, tenth] }).used).toEqual([tenth]);
  });

  test("cover only the products and collections they name, without those they exclude", () => {
    const scope = { products: ["a"], collections: ["new"] };
    const excluded = { products: [], collections: ["outlet"] };
    const discounts = [discount({ value: 5_000, scope, excluded })];
    const lines = [
      line(100, 1, { productId: "a" }),
      line(100, 1, { productId: "b" }),
      line(100, 1, { productId: "c", collections: ["new"] }),
      line(100, 1, { productId: "a", collections: ["outlet"] }),
    ];
    expect(price(lines, { discounts }).lines.map(({ discount }) => discount)).toEqual([
      50, 0, 50, 0,
    ]);
  });

  test("read the collections of a line once, however many discounts there are", () => {
    let reads = 0;
    const collections = new Proxy(
      Array.from({ length: 500 }, (_, i) => `c${i}`),
      {
        get(ids, key, receiver) {
          reads += 1;
          return Reflect.get(ids, key, receiver);
        },
      },
    );
    const empty = Array.from({ length: 100 }, (_, i) => `empty${i}`);
    const ids = { products: [], collections: empty };
    const discounts = Array.from({ length: 100 }, () =>
      discount({
        value: 100,
        excluded: ids,
        give: { buy: 1, get: 1, times: null, scope: ids },
      }),
    );
    const lines = Array.from({ length: 40 }, () => line(100, 1, { collections }));
    expect(price(lines, { discounts }).discount).toBe(0);
    expect(reads).toBeLessThan(40 * 500 * 3);
    const last = discount({ value: 1_000, scope: { products: [], collections: ["c499"] } });
    const mixed = [...lines.slice(1), line(100, 1), line(100, 1, { collections: ["c499"] })];
    expect(price(mixed, { discounts: [last] }).lines.map((each) => each.discount)).toEqual([
      ...lines.slice(1).map(() => 10),
      0,
      10,
    ]);
  });

  test("can exclude items on sale until the sale ends", () => {
    const discounts = [discount({ value: 1_000, excludesSales: true })];
    const onSale = { regularPrice: 2_000, saleEndsAt: new Date(now.getTime() + 1) };
    expect(price([line(1_000, 1, onSale)], { discounts }).discount).toBe(0);
    const ended = { regularPrice: 2_000, saleEndsAt: now };
    expect(price([line(1_000, 1, ended)], { discounts }).discount).toBe(200);
  });

  test("by quantity use the highest tier reached, all lines together", () => {
    const tiers = [
      { quantity: 2, value: 500 },
      { quantity: 4, value: 1_000 },
    ];
    const discounts = [discount({ tiers })];
    expect(price([line(1_000)], { discounts }).discount).toBe(0);
    expect(price([line(1_000, 2)], { discounts }).discount).toBe(100);
    expect(price([line(1_000, 2), line(1_000, 2)], { discounts }).discount).toBe(400);
  });

  test("that take off nothing are left out, except codes", () => {
    const automatic = discount({ type: "FREE_SHIPPING" });
    const code = discount({ type: "FREE_SHIPPING", code: "SHIPFREE" });
    const totals = price([line(20_000)], { discounts: [automatic, code] });
    expect(totals.used).toEqual([code]);
  });

  test.each<[string, PricedLine[], Partial<NonNullable<Discount["give"]>>, number[]]>([
    ["the cheapest of three", [line(500), line(300), line(400)], {}, [0, 300, 0]],
    ["none of two", [line(500), line(300)], {}, [0, 0]],
    ["two of six", [line(500, 3), line(300, 3)], {}, [0, 600]],
    ["one of six at most once", [line(500, 3), line(300, 3)], { times: 1 }, [0, 300]],
    ["the earlier of the same price", [line(500), line(500), line(500)], {}, [500, 0, 0]],
    [
      "units of the products it names",
      [line(500, 4), line(900, 5, { productId: "socks" })],
      { scope: { products: ["socks"], collections: [] } },
      [0, 2_700],
    ],
  ])("buy 2 get 1 give %s", (_, lines, give, shares) => {
    const discounts = [
      discount({ value: 10_000, give: { buy: 2, get: 1, scope: null, times: null, ...give } }),
    ];
    expect(price(lines, { discounts }).lines.map(({ discount }) => discount)).toEqual(shares);
  });

  test("don't give a unit twice", () => {
    const give = { buy: 1, get: 1, scope: null, times: null };
    const discounts = [discount({ value: 10_000, give }), discount({ value: 10_000, give })];
    // The first discount gives one of the three units, and the second discount one of the two that are left.
    expect(price([line(100, 3)], { discounts }).discount).toBe(200);
  });
});

describe("tax", () => {
  const rate = { ...general, country: "IT" };
  const rates = [
    { ...rate, id: "standard", name: "IVA", taxClass: "", basisPoints: 2_200 },
    { ...rate, id: "books", name: "IVA 4%", taxClass: "books", basisPoints: 400 },
  ];
  const italian = { ...tax, isIncluded: true, isShippingTaxed: true, rates, country: "IT" };
  const cart = [line(12_200), line(10_400, 1, { taxClass: "books" })];

  test("that prices include is not added", () => {
    const totals = price(cart, { tax: italian, rate: fixedPrice(1_220) });
    expect(totals).toMatchObject({
      tax: 0,
      taxIncluded: 2_820,
      shippingTax: 220,
      total: 23_820,
    });
    expect(totals.lines.map(({ taxIncluded }) => taxIncluded)).toEqual([2_200, 400]);
  });

  test("is rounded once for each rate, not line by line", () => {
    const totals = price([line(6), line(6), line(6)], { rate: null });
    expect(totals.tax).toBe(1);
    expect(totals.lines.map((each) => each.tax)).toEqual([1, 0, 0]);
  });

  test("under reverse charge is taken out of prices that include it", () => {
    const reverseCharge = { isVerified: false };
    const totals = price(cart, { tax: { ...italian, reverseCharge }, rate: null });
    expect(totals).toMatchObject({ subtotal: 20_000, tax: 0, taxIncluded: 0, total: 20_000 });
    expect(totals.trace.at(-1)).toEqual({ kind: "REVERSE_CHARGE", ...reverseCharge });
  });

  test("is not added to shipping unless the store taxes it", () => {
    const added = { ...italian, isIncluded: false };
    expect(price([line(1_000)], { tax: added }).tax).toBe(440);
    expect(price([line(1_000)], { tax: { ...added, isShippingTaxed: false } }).tax).toBe(220);
  });
});

test.each<[string, PricedLine[]]>([
  ["half a cent", [line(0.5)]],
  ["a negative price", [line(-1)]],
  ["no units", [line(1, 0)]],
  ["a fractional quantity", [line(1, 0.5)]],
  ["not a number", [line(Number.NaN)]],
  ["a line far beyond the maximum", [line(Number.MAX_SAFE_INTEGER, 999)]],
  ["a sum past the maximum", Array.from({ length: 3 }, () => line(2 ** 50))],
  ["a sum far beyond the maximum", Array.from({ length: 100 }, () => line(2 ** 50, 2))],
])("%s is refused", (_, lines) => {
  expect(() => price(lines)).toThrow(RangeError);
});

test("the largest cart is exact", () => {
  const totals = price([line(maximumSubtotal)], {
    tax: { ...tax, rates: [{ ...general, basisPoints: 10_000 }] },
  });
  expect(totals.total).toBe(2 * maximumSubtotal);
});
