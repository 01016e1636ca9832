import { LanguageCode } from "@vetrina/contract/enumerations";
import { expect, test } from "vitest";
import { freeOrderName, methodNames, paymentNameIn } from "./payment-names.ts";

test("names of manual payments are translated, and names of providers are not", () => {
  for (const name of [...Object.values(methodNames), freeOrderName]) {
    const all = LanguageCode.options.map((code) => paymentNameIn(code.toLowerCase(), name));
    expect(new Set(all.map((each) => each.toLowerCase())).size).toBe(LanguageCode.options.length);
  }
  expect(paymentNameIn("de-AT", "Bank transfer")).toBe("Überweisung");
  expect(paymentNameIn("sv-SE", "Bank transfer")).toBe("Bank transfer");
  expect(paymentNameIn("de", "PayPal")).toBe("PayPal");
});
