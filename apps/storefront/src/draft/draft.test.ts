import { expect, test } from "vitest";
import { emptyDraft, withValue } from "./draft.ts";

test("a different country clears only the state", () => {
  const texan = withValue(
    withValue(emptyDraft("US"), "shipping.region", "TX"),
    "shipping.city",
    "Austin",
  );
  const { shipping } = withValue(texan, "shipping.country", "CA");
  expect([shipping.country, shipping.region, shipping.city]).toEqual(["CA", "", "Austin"]);
  expect(withValue(texan, "shipping.country", "US").shipping.region).toBe("TX");
  expect(withValue(texan, "billing.country", "CA").shipping.region).toBe("TX");
});
