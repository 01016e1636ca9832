import { expect, test } from "vitest";
import { phoneDigits } from "./phone-digits.ts";

test.each([
  ["+1 (512) 555-01", "151255501"],
  ["(512) 555", "512555"],
  ["512", "512"],
  ["51", ""],
  ["ada", ""],
  ["7 hills", ""],
])("%s may begin the number %j", (search, digits) => {
  expect(phoneDigits(search)).toBe(digits);
});
