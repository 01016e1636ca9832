import { countryCodes } from "@vetrina/contract/codes";
import { expect, test } from "vitest";
import { countryOptions } from "./countries.ts";

test("every country that is offered is one the server takes, with a name", () => {
  const options = countryOptions("en");
  expect(options.filter(({ value, label }) => !countryCodes.has(value) || label === value)).toEqual(
    [],
  );
});
