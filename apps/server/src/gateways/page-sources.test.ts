import { expect, test } from "vitest";
import { pageSources, standinScript } from "./page-sources.ts";

const sandbox = { PAYPAL: "http://127.0.0.1:4801", STRIPE: "http://127.0.0.1:4802/", MOLLIE: null };
const nothing = { script: [], style: [], image: [], connect: [], frame: [] };

test("a store without a provider that has a script loads nothing from other origins", () => {
  expect(pageSources([], sandbox)).toEqual(nothing);
  const own = [
    { provider: "OTHER", environment: "TEST" },
    { provider: "MOLLIE", environment: "TEST" },
  ] as const;
  expect(pageSources(own, { ...sandbox, MOLLIE: "http://127.0.0.1:4803" })).toEqual(nothing);
});

test("each active provider adds its own sources, and no other's", () => {
  const stripe = pageSources([{ provider: "STRIPE", environment: "TEST" }], {});
  expect(stripe.script).toEqual(["https://js.stripe.com", "https://*.js.stripe.com"]);
  expect(JSON.stringify(stripe)).not.toMatch(/paypal|unsafe/);
  const paypal = pageSources([{ provider: "PAYPAL", environment: "TEST" }], {});
  expect(paypal.frame).toEqual(["https://*.paypal.com"]);
  expect(JSON.stringify(paypal)).not.toContain("stripe");
});

test("a stand-in replaces the provider in TEST", () => {
  const shown = { provider: "STRIPE", environment: "TEST" } as const;
  const origin = "http://127.0.0.1:4802";
  expect(standinScript(shown, sandbox)).toBe(`${origin}/endive/stripe.js`);
  expect(pageSources([shown], sandbox)).toEqual({
    ...nothing,
    script: [origin],
    connect: [origin],
    frame: [origin],
  });
});

test.each(["PAYPAL", "STRIPE"] as const)(
  "in LIVE nothing replaces %s's own sources",
  (provider) => {
    const shown = { provider, environment: "LIVE" } as const;
    expect(standinScript(shown, sandbox)).toBeNull();
    expect(pageSources([shown], sandbox)).toEqual(pageSources([shown], {}));
  },
);
