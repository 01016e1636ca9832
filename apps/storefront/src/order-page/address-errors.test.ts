import { errorOf } from "@vetrina/client/api-error";
import type { Address } from "@vetrina/contract/common";
import { describe, expect, test } from "vitest";
import { addressFieldErrors, refusedFields } from "./address-errors.ts";
import { changeWords } from "./words/order-words.ts";

const address: Address = {
  name: "Ada Lovelace",
  address: "1 Analytical Way",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

const pageIn = async (language: string) => ({ words: await changeWords(language), language });

const errorsIn = async (language: string, place: Partial<Address>) =>
  addressFieldErrors({ ...address, ...place }, await pageIn(language));

const rejected = (path: string, message: string) =>
  errorOf({
    url: "/",
    status: 400,
    statusText: "",
    body: { code: "VALIDATION_FAILED", message, details: [{ path, message }] },
  });

describe("the address of a placed order", () => {
  test("has no errors if it is complete", async () => {
    expect(addressFieldErrors(address, await pageIn("en"))).toEqual({});
  });

  test("needs each required field", async () => {
    const { words, language } = await pageIn("de");
    const empty = { ...address, name: "", city: "", region: "", postalCode: "" };
    expect(addressFieldErrors(empty, { words, language })).toEqual({
      name: words.missing,
      city: words.missing,
      region: words.missing,
      postalCode: words.missing,
    });
  });

  test("needs a postal code of its country, which can't be changed", async () => {
    const wrong = { ...address, postalCode: "SW1A 1AA" };
    const shown = async (language: string) =>
      addressFieldErrors(wrong, await pageIn(language)).postalCode;
    // The same text as in the checkout.
    expect(await shown("en-US")).toBe("Enter a ZIP code with 5 digits, like 78701.");
    expect(await shown("de")).toBe(
      "Geben Sie eine Postleitzahl des Landes ein (Vereinigte Staaten), zum Beispiel 78701.",
    );
    expect(await shown("ja")).toBe(
      "その国（アメリカ合衆国）の郵便番号を入力してください（例：78701）。",
    );
  });
});

test("a postal code of another state is an error that names the state", async () => {
  const boston = { city: "Boston", region: "MA", postalCode: "90210" };
  expect(await errorsIn("en", boston)).toEqual({
    postalCode: "This ZIP code is in California. Check the state and the ZIP code.",
  });
  expect(await errorsIn("de", boston)).toEqual({
    postalCode:
      "Diese Postleitzahl gehört zu California. Prüfen Sie die Region und die Postleitzahl.",
  });
  const ottawa = { country: "CA", region: "BC", postalCode: "K1A 0B1" };
  expect(await errorsIn("fr", ottawa)).toEqual({
    postalCode:
      "Ce code postal correspond à Ontario ou Quebec. Vérifiez la région et le code postal.",
  });
});

describe("an address that the API rejects", () => {
  test("has an error that says what to enter, in the page's language", async () => {
    const message = "Enter the complete postal code. Use only letters A to Z and digits.";
    const error = rejected("postalCode", message);
    const shown = async (country: string, language: string) =>
      refusedFields(error, country, await pageIn(language)).postalCode;
    expect(await shown("GB", "en")).toBe(message);
    expect(await shown("GB", "it")).toBe(
      "Inserisci un codice postale del paese (Regno Unito), ad esempio SW1A 1AA.",
    );
    // The rules have no example of an Irish postal code.
    expect(await shown("IE", "it")).toBe("Inserisci un codice postale del paese.");
  });

  test("has the API's message for fields without their own text", async () => {
    const page = await pageIn("de");
    expect(refusedFields(rejected("phone", "Too long."), "US", page)).toEqual({
      phone: "Too long.",
    });
    expect(refusedFields(rejected("region", "Unknown."), "US", page)).toEqual({
      region: page.words.wrongRegion,
    });
    expect(refusedFields(new TypeError("Failed to fetch"), "US", page)).toEqual({});
  });
});
