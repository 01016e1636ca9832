import { describe, expect, test } from "vitest";
import { furthestStep, shownStep, stepOf, stepPath } from "./steps.ts";

describe("the steps of a checkout", () => {
  test.each([
    [null, "information"],
    ["nonsense", "information"],
    ["shipping", "shipping"],
    ["payment", "payment"],
  ] as const)("requires the address's %s for %s", (value, step) => {
    expect(stepOf(value)).toBe(step);
  });

  test.each([
    [{ information: false, shipping: false }, "information"],
    [{ information: false, shipping: true }, "information"],
    [{ information: true, shipping: false }, "shipping"],
    [{ information: true, shipping: true }, "payment"],
  ] as const)("with %o the last open step is %s", (valid, furthest) => {
    expect(furthestStep(valid)).toBe(furthest);
  });

  test("a later step is replaced by the last open one, and an earlier step is shown as requested", () => {
    expect(shownStep("payment", "shipping")).toBe("shipping");
    expect(shownStep("information", "payment")).toBe("information");
  });

  test("a step's URL keeps other parameters, and the first step needs none", () => {
    const query = new URLSearchParams("buy=now&step=payment&pay=other");
    expect(stepPath("shipping", query)).toBe("/checkout?buy=now&step=shipping&pay=other");
    expect(stepPath("information", query)).toBe("/checkout?buy=now&pay=other");
    expect(stepPath("information", new URLSearchParams())).toBe("/checkout");
  });
});
