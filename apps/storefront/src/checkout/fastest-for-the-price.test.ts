import type { ShippingMethod } from "@vetrina/contract/pricing/shipping";
import { expect, test } from "vitest";
import { fastestForThePrice } from "./fastest-for-the-price.ts";

const method = (id: string, price: number, min: number, max: number): ShippingMethod => ({
  id,
  name: id,
  price,
  regularPrice: price,
  freeAbove: null,
  pickup: null,
  remainingForFree: null,
  businessDays: { min, max },
  delivery: { from: "2026-11-30", to: "2026-12-03" },
});
const standard = method("standard", 0, 8, 12);
const express = method("express", 0, 4, 7);
const nextDay = method("next-day", 29.99, 1, 1);

const chosen = (methods: ShippingMethod[], of: string | null = "standard") =>
  fastestForThePrice({ methods, method: of });

test("chooses the fastest method at the first method's price, and never a more expensive one", () => {
  expect(chosen([standard, express, nextDay])).toBe("express");
  expect(chosen([standard, { ...express, price: 19.99 }, nextDay])).toBe("standard");
  expect(chosen([standard, { ...express, businessDays: standard.businessDays }])).toBe("standard");
  expect(chosen([], null)).toBeNull();
});

test("never chooses pickup unless the shopper selected it", () => {
  const pickup = {
    ...method("pickup", 0, 0, 1),
    pickup: { locationId: "milan", locationName: "Milan", address: "" },
  };
  expect(chosen([standard, pickup])).toBe("standard");
  expect(chosen([pickup], "pickup")).toBe("pickup");
});
