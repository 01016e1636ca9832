import { describe, expect, test } from "vitest";
import {
  difference,
  fromDecimal,
  fromStripe,
  reportedByStripe,
  reportedDecimal,
  stepOf,
  toMollie,
  toPayPal,
  toStripe,
} from "./amounts.ts";
import { GatewayRefused, UnreadableAmount } from "./provider.ts";

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
    expect(() => fromStripe(150050, "huf")).toThrow(UnreadableAmount);
    for (const value of ["", "-1.00", "1e3", "1,00", "12.", "NaN", "0.001"])
      expect(() => fromDecimal(value, "USD")).toThrow(UnreadableAmount);
  });

  test.each([
    [toStripe, "KWD", 10],
    [toStripe, "USD", 1],
    [toStripe, "HUF", 1],
    [toPayPal, "TWD", 100],
    [toPayPal, "KWD", 10],
    [toMollie, "JPY", 1],
  ])("the step of %o in %s is %i", (convert, currency, step) => {
    expect(stepOf(convert, currency)).toBe(step);
  });

  test("amounts of a report keep fractions of our unit exactly", () => {
    expect(reportedByStripe(7522, "huf")).toBe(75.22);
    expect(reportedByStripe(-1, "isk")).toBe(-0.01);
    expect(reportedByStripe(1999, "usd")).toBe(1999);
    expect(reportedDecimal("-0.355", "EUR")).toBe(-35.5);
    expect(reportedDecimal("-0.00", "EUR")).toBe(0);
    expect(difference(0.3, 0.1)).toBe(0.2);
  });

  test("amounts of a report that aren't amounts can't be read", () => {
    for (const value of ["", "1e3", "1,00", "12.", "--1"])
      expect(() => reportedDecimal(value, "USD")).toThrow(UnreadableAmount);
    for (const [amount, currency] of [
      [Number.NaN, "usd"],
      [1.5, "usd"],
      [2 ** 53, "jpy"],
      [100, "?"],
    ] as const)
      expect(() => reportedByStripe(amount, currency)).toThrow(UnreadableAmount);
  });
});
