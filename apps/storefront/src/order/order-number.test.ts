import { expect, test } from "vitest";
import { orderNumberIn } from "./order-number.ts";

test.each([
  ["7K3M-9QXZ", "7K3M-9QXZ"],
  [" #7k3m 9qxz ", "7K3M-9QXZ"],
  ["7k3m9qxz", "7K3M-9QXZ"],
  ["7K3M – 9QXZ", "7K3M-9QXZ"],
  ["7K3M\u00A09Q\u2011XZ", "7K3M-9QXZ"],
  ["OIL3-9QXZ", "0113-9QXZ"],
  ["7K3M-9QX", null],
  ["7K3M-9QXZA", null],
  ["7K3U-9QXZ", null],
  ["1001", null],
  ["", null],
])("%j names %j", (text, number) => {
  expect(orderNumberIn(text)).toBe(number);
});
