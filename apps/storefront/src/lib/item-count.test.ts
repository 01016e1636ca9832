import { expect, test } from "vitest";
import { itemCount } from "./item-count.ts";

test("groups thousands, and uses the singular for one item", () => {
  expect([0, 1, 24, 8000, 1_234_567].map(itemCount)).toEqual([
    "0 items",
    "1 item",
    "24 items",
    "8,000 items",
    "1,234,567 items",
  ]);
});
