import { expect, test, vi } from "vitest";
import { keptFormat } from "./kept-format.ts";

test("a formatter is cached while in use, and created again after 500 others were used", () => {
  const make = vi.fn<() => object>(() => ({}));
  const often = vi.fn<() => object>(() => ({}));
  const first = keptFormat("first", make);
  expect(keptFormat("first", make)).toBe(first);
  for (let other = 0; other < 500; other += 1) {
    keptFormat(`other ${other}`, () => ({}));
    keptFormat("often", often);
  }
  expect(often).toHaveBeenCalledTimes(1);
  expect(keptFormat("first", make)).not.toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
});
