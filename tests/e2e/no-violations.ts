import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, untilStill } from "./fixtures.ts";

/** Asserts that axe finds no violations on the page. */
export async function expectNoViolations(page: Page): Promise<void> {
  // Colors are checked after all animations have ended.
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
