import { checkoutFadeMs, thankYouRevealMs } from "@vetrina/commerce/constants";
import { expect, test } from "vitest";
import { fadeInClass, revealClasses } from "./reveal.ts";

test("the delays of the classes equal the constants", () => {
  expect(fadeInClass).toContain(`delay-${checkoutFadeMs}`);
  for (const [index, ms] of thankYouRevealMs.entries())
    expect(revealClasses[index]).toContain(` delay-${ms}`);
});
