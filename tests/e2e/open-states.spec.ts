import type { Page } from "@playwright/test";
import { type Journey, walk } from "../screens/journey.ts";
import { productsOf } from "../screens/products.ts";
import { journeys } from "../screens/states.ts";
import { newWalker } from "../screens/walker.ts";
import { administrator, expect, oneWidth, slow, test, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations, violationsOf } from "./support/no-violations.ts";
import { namedProducts } from "./support/products.ts";

/** Calls go to localhost and name their store, because Node can't resolve the stores' host names. */
const api = `http://localhost:${process.env["E2E_PORT"]}`;

test("there are more than forty states", oneWidth, () => {
  const names = journeys.flatMap(({ states }) => states.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(40);
});

/**
 * The journeys use products that no test sells out or gives another price. In the first store, these are only the
 * `namedProducts`; in the second store, all products.
 */
for (const [store, turn, links] of [
  ["sorvela", 0, namedProducts],
  ["tordo", 1, undefined],
] as const)
  test.describe(store, () => {
    test.use({
      baseURL: async ({ baseURL }, use) =>
        use((baseURL ?? "").replace("//localhost", `//${store}.localhost`)),
    });

    test(
      "axe finds no violations in any open state",
      slow,
      async ({ page, database, browserErrors, isMobile }) => {
        test.slow();
        browserErrors.expect(/ 4\d\d$|status of 4\d\d/, "half of the states are rejected calls");
        browserErrors.expect(
          /(?:shipping-address|\/open) net::ERR_FAILED|net::ERR_FAILED \(.*\/(?:shipping-address|open)\)/,
          "two states are lost connections",
        );
        // Each journey runs in one store on a phone and in the other on a desktop, so that both stores are covered.
        const own = journeys.filter((_, index) => (index + turn) % 2 === (isMobile ? 0 : 1));
        const width = page.viewportSize()?.width ?? 0;
        const products = await productsOf(api, store, links);
        const found: string[] = [];
        const seen: string[] = [];
        // Motion is reduced, because axe would otherwise check dialogs that are still transparent while they fade in.
        await page.emulateMedia({ reducedMotion: "reduce" });
        for (const journey of own) {
          await forget(page);
          await walk(journey, {
            page,
            width,
            products,
            walker: newWalker({ database, baseUrl: api, administrator }),
            async look(state) {
              seen.push(state);
              found.push(...(await violationsInFront(page)).map((what) => `${state}: ${what}`));
            },
          });
        }
        expect(found).toEqual([]);
        expect(seen).toEqual(statesOf(own, width));
      },
    );
  });

test.describe("an option of many values", () => {
  test.use({
    baseURL: async ({ baseURL }, use) =>
      use((baseURL ?? "").replace("//localhost", "//two-products.localhost")),
  });

  test("is shown as a select element, and axe finds no violations in it", async ({ page }) => {
    const { manyValues } = await productsOf(api, "two-products");
    await page.goto(manyValues ?? "");
    await untilHydrated(page);
    const list = page.getByLabel("Monogram");
    await list.selectOption("No. 41");
    await expect(page).toHaveURL(/variant=no-41$/);
    await expect(list).toHaveValue("No. 41");
    await expectNoViolations(page);
  });
});

/** Clears cookies and storage, so that the next journey starts as a different shopper. */
async function forget(page: Page): Promise<void> {
  await page.context().clearCookies();
  if (!page.url().startsWith("http")) return;
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/**
 * The violations on the page or, if a modal is open, only those in the modal, because other states check the page
 * behind it.
 */
async function violationsInFront(page: Page): Promise<string[]> {
  const modal = "dialog:modal";
  return violationsOf(page, (await page.locator(modal).count()) > 0 ? modal : undefined);
}

function statesOf(all: readonly Journey[], width: number): string[] {
  return all
    .flatMap(({ states }) => states)
    .filter(({ widths }) => widths?.includes(width) !== false)
    .map(({ name }) => name);
}
