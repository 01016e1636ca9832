import type { CustomerAddress } from "@vetrina/contract/people/customers";
import { expect, test } from "vitest";
import { emptyDraft } from "../draft/draft.ts";
import { filledDraft, savedLike, withSavedAddress } from "./fill-draft.ts";

const customer = { id: "c", email: "ada@example.com", name: "Ada", phone: "+1 512 555 0100" };
const home: CustomerAddress = {
  id: "home",
  type: "SHIPPING",
  isDefault: true,
  name: "Ada Rossi",
  address: "Via Tortona 1",
  city: "Milan",
  postalCode: "20144",
  country: "IT",
  createdAt: "",
  updatedAt: "",
  version: 1,
};
const bill: CustomerAddress = { ...home, id: "bill", type: "BILLING", name: "Rossi Srl" };
const empty = emptyDraft("US");

test("an empty draft gets the customer's email, phone and default addresses", () => {
  const filled = filledDraft(empty, { customer, addresses: [home, bill] }, "US");
  expect(filled).toMatchObject({
    account: "c",
    email: "ada@example.com",
    shipping: { name: "Ada Rossi", city: "Milan", country: "IT", phone: "+1 512 555 0100" },
    billingSame: false,
    billing: { name: "Rossi Srl" },
  });
  const without = filledDraft(empty, { customer, addresses: [] }, "US");
  expect(without.shipping).toEqual({
    ...empty.shipping,
    name: "Ada",
    phone: "+1 512 555 0100",
  });
  expect(filledDraft(empty, { customer, addresses: [home] }, "US").billingSame).toBe(true);
});

test("keeps what was typed, and leaves cleared fields empty", () => {
  const typed = { ...empty, email: "me@example.com" };
  const shipping = { ...empty.shipping, city: "Austin" };
  const filled = filledDraft({ ...typed, shipping }, { customer, addresses: [home] }, "US");
  expect(filled).toMatchObject({
    account: "c",
    email: "me@example.com",
    shipping: { ...shipping, name: "Ada", phone: customer.phone },
  });
  const emptied = { ...filled, email: "", shipping: empty.shipping };
  expect(filledDraft(emptied, { customer, addresses: [home] }, "US")).toBe(emptied);
});

test("adds the rest of the saved address only to text that begins like it", () => {
  const fill = (typed: Partial<typeof empty.shipping>) =>
    filledDraft(
      { ...empty, shipping: { ...empty.shipping, ...typed } },
      { customer, addresses: [home] },
      "US",
    ).shipping;
  expect(fill({ address: "via tor" })).toMatchObject({
    name: "Ada Rossi",
    address: "via tor",
    city: "Milan",
    country: "IT",
  });
  expect(fill({ name: "Rui" })).toMatchObject({ name: "Rui", address: "", phone: customer.phone });
  expect(fill({ city: "Milan", phone: "1" })).toMatchObject({
    address: "Via Tortona 1",
    phone: "1",
  });
  expect(fill({ city: "Milan", postalCode: "90210" })).toMatchObject({
    name: "Ada",
    address: "",
    country: "US",
  });
});

test("removes what an order for another email was placed with, but not an own or unused draft", () => {
  const guests = {
    ...empty,
    email: "rui@example.com",
    shipping: { ...empty.shipping, name: "Rui" },
  };
  const fill = (draft: typeof empty, hasOrdered: boolean) =>
    filledDraft(draft, { customer, addresses: [home], hasOrdered }, "US");
  expect(fill(guests, true)).toMatchObject({
    email: "ada@example.com",
    shipping: { name: "Ada Rossi" },
  });
  expect(fill(guests, false)).toMatchObject({
    email: "rui@example.com",
    shipping: { name: "Rui" },
  });
  const own = { ...guests, email: "Ada@example.com" };
  expect(fill(own, true)).toMatchObject({ email: "Ada@example.com", shipping: { name: "Rui" } });
});

test("removes another account's data before filling in this account's", () => {
  const theirs = filledDraft(empty, { customer, addresses: [home, bill] }, "US");
  const bob = { id: "b", email: "bob@example.com", name: "Bob", phone: null };
  const own = filledDraft(theirs, { customer: bob, addresses: [] }, "US");
  expect(own).toMatchObject({ account: "b", email: "bob@example.com", billingSame: true });
  expect(JSON.stringify(own)).not.toMatch(/Rossi|ada@/);
});

test("recognizes a saved address until it is changed, and resets the method for a different country", () => {
  const chosen = withSavedAddress({ ...empty, rateId: "r" }, "shipping", home);
  expect(chosen.rateId).toBe("");
  expect(savedLike(chosen.shipping, [bill, home])).toBe(home);
  expect(savedLike({ ...chosen.shipping, phone: "+1" }, [home])).toBe(home);
  expect(savedLike({ ...chosen.shipping, city: "Rome" }, [home])).toBeUndefined();
});
