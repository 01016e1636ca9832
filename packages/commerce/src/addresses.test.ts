import { describe, expect, test } from "vitest";
import { addressErrors, addressRules } from "./addresses.ts";

const pathsOf = (address: Parameters<typeof addressErrors>[0]) =>
  addressErrors(address).map(({ path }) => path);

describe("what a country's addresses require", () => {
  test.each([
    [{ country: "US", region: "TX", postalCode: "78701" }, []],
    [{ country: "US", region: "TX", postalCode: "78701-1234" }, []],
    [{ country: "US", region: "TX", postalCode: "7870" }, ["postalCode"]],
    [{ country: "US" }, ["region", "postalCode"]],
    [{ country: "CA", region: " ", postalCode: "M5V 2T6" }, ["region"]],
    [{ country: "IT", postalCode: "20144" }, []],
    [{ country: "IT", region: null, postalCode: null }, ["postalCode"]],
    [{ country: "HK" }, []],
    [{ country: "AE", postalCode: "whatever they write" }, []],
  ])("%j lacks %j", (address, errors) => {
    expect(pathsOf(address)).toEqual(errors);
  });

  test("fields are labeled as in the country", () => {
    expect(addressRules("JP").region.label).toBe("Prefecture");
    expect(addressErrors({ country: "US" }).map(({ message }) => message)).toEqual([
      "Enter the state.",
      "Enter the ZIP code.",
    ]);
    expect(addressErrors({ country: "FR" }).map(({ message }) => message)).toEqual([
      "Enter the postal code.",
    ]);
  });
});
