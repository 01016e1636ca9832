import type { Page } from "@playwright/test";
import { expect, oneWidth, test, untilHydrated } from "./support/fixtures.ts";

type TraceEvent = { name: string; args?: { elementCount?: number } };

for (const address of ["/", "/collection", "/product?link=double-breasted-wool-coat"])
  test(
    `${address}: an inserted element doesn't make the browser compute the styles of the page again`,
    oneWidth,
    async ({ page }) => {
      await page.goto(address);
      await untilHydrated(page);
      const all = await page.locator("body *").count();
      expect(all).toBeGreaterThan(300);
      expect(await restyledBy(page, () => document.head.append(document.createElement("link")))) //
        .toBeLessThan(all / 4);
      // For comparison: the same measurement when all styles are computed again.
      expect(await restyledBy(page, () => (document.documentElement.style.color = "red"))) //
        .toBeGreaterThan(all / 2);
    },
  );

/** The number of elements whose styles the browser computes because of a change. */
async function restyledBy(page: Page, change: () => unknown): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error("Start a browser before it is measured.");
  await page.evaluate(computeStyles);
  await browser.startTracing(page, { categories: ["devtools.timeline"] });
  await page.evaluate(change);
  await page.evaluate(computeStyles);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return traceEvents
    .filter(({ name }) => name === "UpdateLayoutTree")
    .reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0);
}

function computeStyles() {
  return getComputedStyle(document.body).color;
}
