import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, untilStill } from "./fixtures.ts";

/** Asserts that axe finds no violations on the page, or within the elements that the selector names. */
export async function expectNoViolations(page: Page, within?: string): Promise<void> {
  expect(await violationsOf(page, within)).toEqual([]);
}

/** The violations that axe finds, each with its rule and the first element concerned. */
export async function violationsOf(page: Page, within?: string): Promise<string[]> {
  // Waits for parts that are being updated, because they are dimmed, which reduces their contrast.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  // Animations must have ended, because axe checks colors.
  await untilStill(page);
  // Compiling axe takes longer than most checks, so each document compiles it only once.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: "0" } : {}) })
    // Without legacy mode, axe would open a blank page for each check, to combine the results of several origins.
    .setLegacyMode()
    .options({ resultTypes: ["violations"] });
  if (within !== undefined) axe.include(within);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
}
