import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, untilStill } from "./fixtures.ts";

/** axe finds nothing on the page as it stands now. */
export async function expectNoViolations(page: Page): Promise<void> {
  // Colors are judged when nothing fades any more.
  await untilStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
