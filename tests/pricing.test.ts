import { expect, test } from "vitest";
import { differencesOf } from "./pricing/check-cart.ts";

// `npm run torture -- pricing` compares a million carts.
test("20,000 random carts agree with the oracle to the cent", () => {
  const differences: string[] = [];
  for (let seed = 0; seed < 20_000 && differences.length < 5; seed += 1)
    differences.push(...differencesOf(seed));
  expect(differences).toEqual([]);
});
