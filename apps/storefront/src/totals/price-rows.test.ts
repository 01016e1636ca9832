import { expect, test } from "vitest";
import type { PriceStep } from "@vetrina/contract/pricing/shipping";
import { discountRows, shippingName, taxNotes, taxRows } from "./price-rows.ts";

const step: PriceStep = {
  kind: "DISCOUNT",
  label: "",
  amount: 0,
  shares: [],
  discountId: null,
  offShipping: 0,
  percent: null,
  jurisdiction: null,
  isVerified: null,
  base: null,
  included: 0,
  reason: null,
};

test("each discount has a row with its code or title, and free shipping names its discount", () => {
  const trace = [
    { ...step, discountId: "a", label: "3 for 2", amount: -60 },
    { ...step, discountId: "b", label: "TEN", amount: -12 },
    { ...step, discountId: "c", label: "SHIPFREE", offShipping: 9.99 },
    { ...step, kind: "SHIPPING" as const, reason: "DISCOUNT" as const },
  ];
  expect(discountRows({ discount: 72, discountCode: "TEN", trace })).toEqual([
    { id: "a", name: "Discount (3 for 2)", amount: 60 },
    { id: "b", name: "Discount (TEN)", amount: 12 },
  ]);
  expect(shippingName(trace)).toBe("Shipping (SHIPFREE)");
});

test("without steps, a discount has a single row", () => {
  const old = { discount: 5, discountCode: "FIVE", trace: [] };
  expect(discountRows(old)).toEqual([{ id: "discount", name: "Discount (FIVE)", amount: 5 }]);
  expect(discountRows({ ...old, discountCode: null })[0]?.name).toBe("Discount");
  expect(discountRows({ discount: 0, discountCode: null, trace: [] })).toEqual([]);
  expect(shippingName([])).toBe("Shipping");
});

test("each tax rate has a row, and included taxes and a reverse charge have a note", () => {
  const taxed = { ...step, kind: "TAX" as const, label: "IVA" };
  const trace = [
    { ...taxed, percent: 22, amount: 22 },
    { ...taxed, percent: 4, amount: 1.2 },
  ];
  expect(taxRows({ tax: 23.2, trace }, 22)).toEqual([
    { id: "tax-0", name: "IVA (22%)", amount: 22 },
    { id: "tax-1", name: "IVA (4%)", amount: 1.2 },
  ]);
  expect(taxRows({ tax: 0, trace: [step] }, 22)).toEqual([]);
  expect(taxNotes(trace, money)).toEqual([]);
  expect(taxNotes([{ ...taxed, percent: 22, included: 18 }], money)).toEqual([
    "Includes IVA (22%): €18",
  ]);
  const reverse = { ...step, kind: "REVERSE_CHARGE" as const };
  expect(taxNotes([reverse], money)).toEqual(["Reverse charge: your company owes the VAT."]);
});

function money(amount: number): string {
  return `€${amount}`;
}

test("without steps, tax has a single row", () => {
  expect(taxRows({ tax: 8, trace: [] }, 8)).toEqual([{ id: "tax-0", name: "Tax (8%)", amount: 8 }]);
  expect(taxRows({ tax: 8, trace: [] }, null)[0]?.name).toBe("Tax");
  expect(taxRows({ tax: 0, trace: [] }, 0)).toEqual([]);
});
