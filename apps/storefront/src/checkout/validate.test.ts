import { beforeAll, describe, expect, test } from "vitest";
import { type Draft, emptyDraft, parseDraft, withValue } from "../draft/draft.ts";
import {
  draftErrors,
  errorsAfter,
  errorsByField,
  fieldError,
  loadPostalCodes,
} from "./validate.ts";

beforeAll(loadPostalCodes);

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
  test("a complete form has no error, an empty one has an error for each required field", () => {
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

  test("each country requires the fields of its own addresses", () => {
    expect(Object.keys(abroad("DE"))).toEqual(["shipping.postalCode"]);
    expect(Object.keys(abroad("IE"))).toEqual(["shipping.postalCode"]);
    expect(Object.keys(abroad("HK"))).toEqual([]);
    expect(Object.keys(abroad("CA"))).toEqual(["shipping.region", "shipping.postalCode"]);
  });

  test("a new country changes the shown errors of state and postal code, or removes them", () => {
    const empty = emptyDraft("US");
    const shown = draftErrors(empty);
    const to = (country: string) =>
      errorsAfter(shown, empty, withValue(empty, "shipping.country", country));
    expect(to("CA")["shipping.region"]).toBe("Choose a province.");
    expect(to("CA")["shipping.postalCode"]).toBe("Enter the postal code.");
    expect(Object.keys(to("DE"))).toEqual([
      "email",
      "shipping.name",
      "shipping.address",
      "shipping.city",
      "shipping.postalCode",
    ]);
    expect(to("HK")["shipping.postalCode"]).toBeUndefined();
  });

  test("changing a field removes its error, and other fields keep theirs", () => {
    const empty = emptyDraft("US");
    const shown = { ...draftErrors(empty), "billing.postalCode": "Enter the ZIP code." };
    expect(errorsAfter(shown, empty, { ...empty, shipping: filled.shipping })).toEqual({
      email: shown.email,
      "billing.postalCode": "Enter the ZIP code.",
    });
    const code = { ...filled, shipping: { ...filled.shipping, postalCode: "7870" } };
    const to = (country: string) =>
      errorsAfter(draftErrors(code), code, withValue(code, "shipping.country", country));
    expect(to("AT")).toEqual({});
    expect(to("DE")["shipping.postalCode"]).toBe("Enter a postal code with 5 digits, like 10115.");
  });

  test("a ZIP code of another state is an error, which a new state changes or removes", () => {
    const contradiction = withValue(filled, "shipping.postalCode", "90210");
    const shown = draftErrors(contradiction);
    expect(shown).toEqual({
      "shipping.postalCode": "This ZIP code is in California. Check the state and the ZIP code.",
    });
    const to = (region: string) =>
      errorsAfter(shown, contradiction, withValue(contradiction, "shipping.region", region));
    expect(to("CA")).toEqual({});
    expect(to("MA")).toEqual(shown);
    const billing = { ...filled.shipping, region: "MA" };
    expect(Object.keys(draftErrors({ ...filled, billingSame: false, billing }))).toEqual([
      "billing.postalCode",
    ]);
  });

  test("the billing address is checked only if it differs from the shipping address", () => {
    expect(draftErrors({ ...filled, billingSame: false })["billing.name"]).toBeDefined();
    expect(draftErrors(filled)["billing.name"]).toBeUndefined();
  });

  test.each(["ada", "ada@", "ada@example", "a b@example.com", "@example.com"])(
    "%s is not an email address",
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

test.each(["(312) 664-0148", "312.664.0148", "+1 312 664 0148", "030 / 4405 1178"])(
  "the phone number %s is accepted",
  (phone) => {
    const draft = { ...filled, shipping: { ...filled.shipping, phone } };
    expect(fieldError(draft, "shipping.phone")).toBeUndefined();
  },
);

test("a short phone number has an error with the minimum", () => {
  const draft = { ...filled, shipping: { ...filled.shipping, phone: "12" } };
  expect(fieldError(draft, "shipping.phone")).toContain("at least 4 digits");
});

describe("errors from the API", () => {
  test("are shown at their fields, or listed if the page has no such field", () => {
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
  test("is restored as it was", () => {
    expect(parseDraft(JSON.stringify(filled), "IT")).toEqual({
      ...filled,
      billing: { ...filled.billing, country: "US" },
    });
  });

  test("becomes empty if the storage is invalid, without throwing", () => {
    for (const text of [null, "", "{", "[]", '{"email":5,"shipping":"x","billing":null}'])
      expect(parseDraft(text, "US")).toEqual(emptyDraft("US"));
  });

  test("a different country resets the method, because methods depend on the country", () => {
    const chosen = { ...filled, rateId: "r" };
    expect(withValue(chosen, "shipping.country", "DE").rateId).toBe("");
    expect(withValue(chosen, "billing.country", "DE").rateId).toBe("r");
    expect(withValue(chosen, "shipping.city", "Dallas").rateId).toBe("r");
  });
});
