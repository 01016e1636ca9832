import { sorvelaPolicies } from "./policies/sorvela.ts";
import { tordoPolicies } from "./policies/tordo.ts";
import type { DemoPolicy } from "./store-types.ts";
import type { StoreSlug } from "./types.ts";

/**
 * Placeholders in policies and help texts, with what replaces them. The values come from the store's data, so that a
 * number is written in one place only.
 */
export const placeholders = {
  freeShippingThreshold: "Home region's Standard free-above subtotal, formatted: $100",
  standardPrice: "Home region's Standard price, formatted: $9.99",
  processingDays: "Business days before dispatch: 1-2",
  deliveryDays: "Processing and transit of the home region's Standard together: 8-12",
  cutOff: "The hour until which orders count as placed on that day: 2:00 PM Rome time",
  returnDays: "Days from delivery: 30",
  refundDays: "Business days until a refund arrives: 5-7",
  damageReportHours: "Hours in which damage is to be reported: 48",
  warrantyYears: "Years: 1",
  email: "The store's contact address",
} as const;

/** Policies by store, in the order in which the policy page shows them. */
export const policies: Record<StoreSlug, DemoPolicy[]> = {
  sorvela: sorvelaPolicies,
  tordo: tordoPolicies,
};
