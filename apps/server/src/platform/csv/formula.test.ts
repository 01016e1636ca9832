import * as fc from "fast-check";
import { expect, test } from "vitest";
import { guardFormula, withoutGuard } from "./formula.ts";

test.each(["=1+1", "+1", "-20%", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")', "'=1"])(
  "%j is written as text, not as a formula",
  (text) => expect(guardFormula(text)).toBe(`'${text}`),
);

test.each(["", "Dress", "'", "'tis", "3-pack", " =1", "1=1"])("%j stays as it is", (text) => {
  expect(guardFormula(text)).toBe(text);
  expect(withoutGuard(text)).toBe(text);
});

test("any text is read back as it was, and none is written as a formula", () => {
  const sign = fc.constantFrom("'", "=", "-", "@", "a", " ", "\t");
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: sign })), (text) => {
      expect(withoutGuard(guardFormula(text))).toBe(text);
      expect(guardFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
