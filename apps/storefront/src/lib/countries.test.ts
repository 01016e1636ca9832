import { countryCodes } from "@vetrina/contract/codes";
import { expect, test } from "vitest";
import { countryOptions } from "./countries.ts";

test("the server accepts every country offered, and each has a name", () => {
  const options = countryOptions("en");
  expect(options.filter(({ value, label }) => !countryCodes.has(value) || label === value)).toEqual(
    [],
  );
});
