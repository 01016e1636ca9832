import { describe, expect, test } from "vitest";
import { addressErrors } from "./address-errors.ts";
import { addressLines, addressRules } from "./addresses.ts";

const pathsOf = (address: Parameters<typeof addressErrors>[0]) =>
  addressErrors(address).map(({ path }) => path);

describe("the required fields of an address", () => {
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

  test("labels use the country's own terms", () => {
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

describe("an address in its country's format", () => {
  const person = { name: "Ada Rossi", address: "1 Main St" };
  test.each([
    [{ country: "US", city: "Austin", region: "TX", postalCode: "78701" }, ["Austin, TX 78701"]],
    [
      { country: "CA", city: "Toronto", region: "ON", postalCode: "M5V 2T6" },
      ["Toronto, ON M5V 2T6"],
    ],
    [{ country: "PT", city: "Porto", postalCode: "4050-262" }, ["4050-262 Porto"]],
    [{ country: "IT", city: "Milano", region: "MI", postalCode: "20144" }, ["20144 Milano, MI"]],
    [{ country: "GB", city: "London", postalCode: "SW1A 1AA" }, ["London", "SW1A 1AA"]],
    [{ country: "HK", city: "Central" }, ["Central"]],
    [{ country: "FR", city: "Paris", region: "", postalCode: null }, ["Paris"]],
  ])("%j", (place, lines) => {
    expect(addressLines({ ...person, ...place }, "Country")).toEqual([
      "Ada Rossi",
      "1 Main St",
      ...lines,
      "Country",
    ]);
  });
});
