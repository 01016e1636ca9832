import { expect, test } from "vitest";
import { crossesCustoms } from "./vat-area.ts";

test.each([
  ["US", "US", "78701", false],
  ["US", "JP", "100-0001", true],
  ["IT", "IT", "20121", false],
  ["IT", "DE", "10115", false],
  ["IT", "DE", "", false],
  ["IT", "GB", "BT1 1AA", false],
  ["IT", "CH", "8001", true],
  ["IT", "GB", "SW1A 1AA", true],
  ["IT", "ES", "35001", true],
  ["CH", "DE", "10115", true],
  ["GB", "GB", "BT1 1AA", false],
])("from %s to %s %s", (store, country, postalCode, crosses) =>
  expect(crossesCustoms(store, country, postalCode)).toBe(crosses),
);
