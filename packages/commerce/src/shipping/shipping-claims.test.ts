import { describe, expect, test, vi } from "vitest";
import {
  createShippingCheck,
  type ShippingContradiction,
  type ShippingFacts,
} from "./shipping-claims.ts";

const facts: ShippingFacts = {
  currency: "USD",
  locale: "en-US",
  prices: [999, 1999],
  thresholds: [10_000, 15_000],
  isFreeForAll: false,
  days: [
    { min: 1, max: 2 },
    { min: 7, max: 10 },
    { min: 8, max: 12 },
  ],
};

function claims(text: string, over: Partial<ShippingFacts> = {}) {
  return check(text, over).map(({ kind, claim }) => [kind, claim]);
}

function check(text: string, over: Partial<ShippingFacts> = {}): ShippingContradiction[] {
  return [...createShippingCheck({ ...facts, ...over })(text)].filter((step) => step !== null);
}

describe("texts that agree with the settings", () => {
  test.each([
    "Free shipping on orders over $100.",
    "Standard shipping is free on orders over $100; up to and including that amount it costs $9.99.",
    "<p><strong>Standard shipping is free on orders over $100</strong>, below it costs $9.99.</p>",
    "Express ships for USD 19.99, or 19.99 USD.",
    "Arrives 8-12 business days after you order.",
    "Delivery takes up to 12 business days; we pack within 2 business days.",
    "Refunds arrive in 5-7 business days. Returns cost $7 in shipping.",
    "The coat costs $480. It is made in 3 business days by two people.",
    "Freedom of movement, shipped in a box.",
    "Free gift with all orders. We wrap it.",
  ])("%s", (text) => {
    expect(claims(text)).toEqual([]);
  });
});

describe("texts that contradict the settings", () => {
  test.each([
    ["Free shipping on orders over $80!", "FREE_SHIPPING", "$80"],
    ["Free delivery over $9.99.", "FREE_SHIPPING", "$9.99"],
    ["We ship free. Shipping is free for all orders.", "FREE_SHIPPING", "all orders"],
    ["<li>Standard <b>shipping</b>: $4.99</li>", "PRICE", "$4.99"],
    ["Shipping costs 1,004.99&nbsp;USD", "PRICE", "1,004.99 USD"],
    ["Parcels arrive within 5 business days.", "DAYS", "5 business days"],
    ["Delivered in 2 to 3 working days", "DAYS", "2 to 3 working days"],
    ["Next-day delivery in the city.", "DAYS", "Next-day"],
  ])("%s", (text, kind, claim) => {
    expect(claims(text)).toEqual([[kind, claim]]);
  });

  test.each([
    ["Spedizione gratuita per ordini superiori a 80 €.", "80 €"],
    ["Kostenloser Versand ab 1.080,50 €.", "1.080,50 €"],
    ["Livraison offerte dès 80 €", "80 €"],
    ["Envío gratis a partir de 80€", "80€"],
    ["Portes grátis acima de €80", "€80"],
    ["Бесплатная доставка от 80 €", "80 €"],
    ["满80 €免运费", "80 €"],
    ["€80以上で送料無料", "€80"],
    ["€80 이상 무료 배송", "€80"],
    ["شحن مجاني للطلبات فوق 80 €", "80 €"],
    ["€80 से ऊपर मुफ्त शिपिंग", "€80"],
    ["Miễn phí vận chuyển từ 80 €", "80 €"],
  ])("%s", (text, claim) => {
    expect(claims(text, { currency: "EUR", locale: "it-IT" })).toEqual([["FREE_SHIPPING", claim]]);
    const thresholds = [8000, 108_050];
    expect(claims(text, { currency: "EUR", locale: "it-IT", thresholds })).toEqual([]);
  });

  test.each([
    ["Consegna in 3-5 giorni lavorativi", "3-5 giorni lavorativ"],
    ["Lieferung in 3 bis 5 Werktagen", "3 bis 5 Werktag"],
    ["配送3-5个工作日", "3-5个工作日"],
    ["配達まで3～5営業日", "3～5営業日"],
  ])("%s", (text, claim) => {
    expect(claims(text)).toEqual([["DAYS", claim]]);
  });
});

test("lists the values in the settings", () => {
  expect(check("Hi. Free shipping over $80. Bye.")).toEqual([
    {
      kind: "FREE_SHIPPING",
      sentence: "Free shipping over $80.",
      claim: "$80",
      settings: ["$100.00", "$150.00"],
    },
  ]);
  expect(check("Ships in 4 business days")).toMatchObject([{ settings: ["1-2", "7-10", "8-12"] }]);
});

test("amounts have the currency's own number of decimals", () => {
  const yen = { currency: "JPY", locale: "ja-JP", thresholds: [10_000], prices: [800] };
  expect(claims("Free shipping over ¥10,000, else shipping costs ¥800", yen)).toEqual([]);
  expect(claims("Free shipping over ¥8,000", yen)).toEqual([["FREE_SHIPPING", "¥8,000"]]);
});

test("texts may call shipping free if it is free for every order", () => {
  expect(claims("Free shipping on every order.", { isFreeForAll: true })).toEqual([]);
});

test("the settings' amounts are formatted once, and a sentence with many amounts costs little", () => {
  const prices = Array.from({ length: 4000 }, (_, i) => 1_000_000 + i);
  const format = vi.spyOn(Intl, "NumberFormat");
  const texts = createShippingCheck({ ...facts, prices });
  const made = format.mock.calls.length;
  const amounts = Array.from({ length: 5000 }, (_, i) => `$${i}`).join(" ");
  const found = [...texts(`Shipping ${amounts}`)].filter((step) => step !== null);
  expect(found).toHaveLength(20);
  expect(found.every(({ settings }) => settings === found[0]?.settings)).toBe(true);
  expect(found[0]?.settings).toHaveLength(20);
  for (let i = 0; i < 100; i++) expect([...texts("Shipping for $1. Arrives.")]).toHaveLength(3);
  expect(format.mock.calls.length).toBe(made);
  format.mockRestore();
});

test("a text is checked sentence by sentence, so that the caller can pause", () => {
  const steps = createShippingCheck(facts)("port. ".repeat(10_000));
  expect(steps.next()).toEqual({ value: null, done: false });
  expect([...steps]).toHaveLength(9_999);
});
