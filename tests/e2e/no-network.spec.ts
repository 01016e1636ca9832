import type { Page } from "@playwright/test";
import { expect, oneWidth, test, untilHydrated } from "./support/fixtures.ts";

async function openCoat(page: Page) {
  await page.goto("/product?link=double-breasted-wool-coat");
  await untilHydrated(page);
}

const heading = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "Double-Breasted Wool Coat" });

test(
  "a product added without a network is in the cart, and the drawer opens once the network is back",
  oneWidth,
  async ({ page, context, browserErrors }) => {
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED/, "there is no network");
    await openCoat(page);
    // Waits until the page has loaded everything, because a file that fails to load would cause a reload.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByRole("link", { name: "Cart 1 item" })).toBeVisible();
    await expect(heading(page)).toBeVisible();
    await context.setOffline(false);
    const drawer = page.getByRole("dialog", { name: "Your cart" });
    await expect(drawer.getByText("Double-Breasted Wool Coat").first()).toBeVisible();
  },
);

test(
  "the page reloads if a file could not be loaded",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/size-guide-dialog|ERR_FAILED/, "loading the file fails once");
    let cut = 0;
    await page.route(/size-guide-dialog.*\.js/, (route) =>
      cut++ === 0 ? route.abort() : route.continue(),
    );
    await openCoat(page);
    const reloaded = page.waitForEvent("load");
    await page.getByRole("link", { name: "Size guide" }).first().click();
    await reloaded;
    await untilHydrated(page);
    await page.getByRole("link", { name: "Size guide" }).first().click();
    await expect(page.getByRole("dialog", { name: /size guide/i })).toBeVisible();
  },
);
