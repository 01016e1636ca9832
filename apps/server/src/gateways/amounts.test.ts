import { describe, expect, test } from "vitest";
import { fromDecimal, fromStripe, toMollie, toPayPal, toStripe } from "./amounts.ts";
import { GatewayRefused } from "./provider.ts";

describe("amounts in a provider's units", () => {
  test.each([
    ["USD", 1999, 1999],
    ["JPY", 500, 500],
    ["KRW", 500, 500],
    ["KWD", 12340, 12340],
    ["HUF", 1500, 150000],
    ["UGX", 5000, 500000],
    ["ISK", 700, 70000],
    ["TWD", 1050, 1050],
  ])("Stripe: %s %i is %i, and back", (currency, minor, amount) => {
    expect(toStripe(minor, currency)).toBe(amount);
    expect(fromStripe(amount, currency.toLowerCase())).toBe(minor);
  });

  test.each([
    ["USD", 1999, "19.99"],
    ["USD", 5, "0.05"],
    ["EUR", 0, "0.00"],
    ["JPY", 500, "500"],
    ["HUF", 1500, "1500"],
    ["TWD", 1000, "10"],
  ])("PayPal: %s %i is %s, and back", (currency, minor, value) => {
    expect(toPayPal(minor, currency)).toBe(value);
    expect(fromDecimal(value, currency)).toBe(minor);
  });

  test.each([
    ["EUR", 1999, "19.99"],
    ["JPY", 500, "500"],
    ["ISK", 700, "700"],
    ["HUF", 1500, "1500.00"],
  ])("Mollie: %s %i is %s, and back", (currency, minor, value) => {
    expect(toMollie(minor, currency)).toBe(value);
    expect(fromDecimal(value, currency)).toBe(minor);
  });

  test("fractions that a provider can't charge are rejected, never rounded", () => {
    expect(() => toStripe(12341, "KWD")).toThrow(GatewayRefused);
    expect(() => toPayPal(1050, "TWD")).toThrow(GatewayRefused);
    expect(() => toPayPal(12341, "KWD")).toThrow(GatewayRefused);
    expect(() => toMollie(12345, "KWD")).toThrow(GatewayRefused);
    expect(() => fromStripe(150050, "huf")).toThrow(GatewayRefused);
    for (const value of ["", "-1.00", "1e3", "1,00", "12.", "NaN"])
      expect(() => fromDecimal(value, "USD")).toThrow("an invalid amount");
  });
});
