import { describe, expect, test } from "vitest";
import { type Draft, emptyDraft, parseDraft, withValue } from "../draft/draft.ts";
import { draftErrors, fieldError, errorsByField } from "./validate.ts";

const filled: Draft = {
  ...emptyDraft("US"),
  email: "ada@example.com",
  shipping: {
    name: "Ada Rossi",
    address: "1 Main St",
    address2: "",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
    phone: "",
  },
};

const abroad = (country: string) =>
  draftErrors({ ...filled, shipping: { ...filled.shipping, country, region: "", postalCode: "" } });

describe("the first step's fields", () => {
  test("a filled form has no fault, an empty one a fault for each field that is needed", () => {
    expect(draftErrors(filled)).toEqual({});
    expect(Object.keys(draftErrors(emptyDraft("US")))).toEqual([
      "email",
      "shipping.name",
      "shipping.address",
      "shipping.city",
      "shipping.region",
      "shipping.postalCode",
    ]);
  });

  test("another country needs what its addresses have", () => {
    expect(Object.keys(abroad("DE"))).toEqual(["shipping.postalCode"]);
    expect(Object.keys(abroad("IE"))).toEqual(["shipping.postalCode"]);
    expect(Object.keys(abroad("HK"))).toEqual([]);
    expect(Object.keys(abroad("CA"))).toEqual(["shipping.region", "shipping.postalCode"]);
  });

  test("the billing address counts only where it is another", () => {
    expect(draftErrors({ ...filled, billingSame: false })["billing.name"]).toBeDefined();
    expect(draftErrors(filled)["billing.name"]).toBeUndefined();
  });

  test.each(["ada", "ada@", "ada@example", "a b@example.com", "@example.com"])(
    "%s is no email address",
    (email) => expect(fieldError({ ...filled, email }, "email")).toMatch(/like name@example.com/),
  );

  test.each([
    ["phone", "abc"],
    ["postalCode", "7870"],
    ["name", "x".repeat(121)],
  ] as const)("shipping.%s refuses %s", (name, value) => {
    const draft = { ...filled, shipping: { ...filled.shipping, [name]: value } };
    expect(fieldError(draft, `shipping.${name}`)).toBeDefined();
  });
});

describe("faults the API finds", () => {
  test("stand at their fields; what no field shows is said", () => {
    expect(
      errorsByField([
        { path: "shippingAddress.postalCode", message: "No such code." },
        { path: "billingAddress.city", message: "Too long." },
        { path: "email", message: "Invalid." },
        { path: "items", message: "The cart is empty." },
        "rubbish",
      ]),
    ).toEqual({
      errors: {
        "shipping.postalCode": "No such code.",
        "billing.city": "Too long.",
        email: "Invalid.",
      },
      rest: ["items: The cart is empty."],
    });
    expect(errorsByField(null)).toEqual({ errors: {}, rest: [] });
  });
});

describe("a draft in the tab's storage", () => {
  test("comes back as it was", () => {
    expect(parseDraft(JSON.stringify(filled), "IT")).toEqual({
      ...filled,
      billing: { ...filled.billing, country: "US" },
    });
  });

  test("rubbish is an empty draft, and nothing throws", () => {
    for (const text of [null, "", "{", "[]", '{"email":5,"shipping":"x","billing":null}'])
      expect(parseDraft(text, "US")).toEqual(emptyDraft("US"));
  });

  test("another country drops the method, which belongs to the country", () => {
    const chosen = { ...filled, rateId: "r" };
    expect(withValue(chosen, "shipping.country", "DE").rateId).toBe("");
    expect(withValue(chosen, "billing.country", "DE").rateId).toBe("r");
    expect(withValue(chosen, "shipping.city", "Dallas").rateId).toBe("r");
  });
});
