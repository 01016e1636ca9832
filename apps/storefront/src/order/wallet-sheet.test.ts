import { expect, test } from "vitest";
import { addressOf, destinationOf, sheetOf } from "./wallet-sheet.ts";

const method = { name: "Standard", pickup: null, price: 9.99 } as Parameters<
  typeof sheetOf
>[0]["methods"][number];
const quote = {
  currency: "USD",
  subtotal: 50,
  discount: 5,
  shipping: 9.99,
  tax: 3.6,
  total: 58.59,
  method: "b",
  methods: [
    { ...method, id: "a", name: "Next Day", price: 29.99 },
    { ...method, id: "b" },
    {
      ...method,
      id: "c",
      name: "Pickup",
      pickup: { locationId: "l", locationName: "Shop", address: "1 Main St" },
    },
  ],
};

test("a wallet's sheet adds up to the total, with the chosen method first and no pickup", () => {
  const { lineItems, shippingRates } = sheetOf(quote);
  expect(lineItems.reduce((sum, { amount }) => sum + amount, 0)).toBe(5859);
  expect(shippingRates).toEqual([
    { id: "b", displayName: "Standard", amount: 999 },
    { id: "a", displayName: "Next Day", amount: 2999 },
  ]);
});

test("fields that a wallet leaves empty aren't sent", () => {
  const address = { line1: "Via Roma 1", line2: null, city: "Milano", state: "", postal_code: "" };
  expect(destinationOf({ ...address, country: "IT" })).toEqual({ country: "IT" });
  expect(addressOf({ name: "Ada Rossi", address: { ...address, country: "IT" } })).toEqual({
    name: "Ada Rossi",
    address: "Via Roma 1",
    city: "Milano",
    country: "IT",
  });
});
