import type { Page } from "@playwright/test";
import { randomUUID } from "node:crypto";
import { password } from "./support/customers.ts";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { expectStep, fillInformation } from "./support/shopper.ts";

async function openCoat(page: Page) {
  await page.goto("/product?link=double-breasted-wool-coat");
  await untilHydrated(page);
}

const offlineText = "We couldn't send this. Check your connection and try again.";

const heading = (page: Page) =>
  page.getByRole("heading", { level: 1, name: "Double-Breasted Wool Coat" });

test(
  "a product that was added without a network is in the cart, and the drawer opens once the network is back",
  oneWidth,
  async ({ page, context, browserErrors }) => {
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED/, "there is no network");
    await openCoat(page);
    // Waits until the page has loaded everything, because a file that fails to load would make the page reload.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(page.getByRole("link", { name: "Cart 1 item" })).toBeVisible();
    await expect(page.getByRole("status").getByText("You're offline")).toHaveCount(1);
    await expect(heading(page)).toBeVisible();
    await context.setOffline(false);
    const drawer = page.getByRole("dialog", { name: "Your cart" });
    await expect(drawer.getByText("Double-Breasted Wool Coat").first()).toBeVisible();
  },
);

test(
  "the page reloads if a file could not be loaded",
  slowOneWidth,
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

test(
  "a form sent without a network keeps the input, and can be sent once the network is back",
  oneWidth,
  async ({ page, context, browserErrors }) => {
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED/, "there is no network");
    await page.goto("/register");
    await untilHydrated(page);
    await page.waitForLoadState("networkidle");
    const email = `offline-${randomUUID()}@example.com`;
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password").fill(password);
    await context.setOffline(true);
    const create = page.getByRole("button", { name: "Create account" });
    await create.click();
    await expect(page.getByRole("alert").getByText(offlineText)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await expect(page.getByLabel("Password")).toHaveValue(password);
    await context.setOffline(false);
    await create.click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
    await expect(page.getByText(email)).toBeVisible();
  },
);

for (const [path, button] of [
  ["/", "Sign up"],
  ["/coming-soon", "Notify me"],
] as const)
  test(
    `an address entered at ${path} while offline stays in the form`,
    oneWidth,
    async ({ page, context, browserErrors }) => {
      browserErrors.expect(/ERR_INTERNET_DISCONNECTED/, "there is no network");
      await page.goto(path);
      await untilHydrated(page);
      await page.waitForLoadState("networkidle");
      const field = page.getByRole("main").getByRole("textbox", { name: "Email" });
      await field.fill("ada@example.com");
      await context.setOffline(true);
      await page.getByRole("button", { name: button }).click();
      await expect(page.getByText(offlineText)).toBeVisible();
      await expect(field).toHaveValue("ada@example.com");
      // Only the code of the suggestion for a mistyped address is missing, which nobody waits for.
      await expect(page.getByText("You're offline")).toHaveCount(0);
    },
  );

test(
  "a vote cast while offline is not counted, and the product page stays",
  oneWidth,
  async ({ page, context, browserErrors }) => {
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED/, "there is no network");
    await openCoat(page);
    const helpful = page.getByRole("button", { name: /^Helpful/ }).first();
    await helpful.scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await helpful.click();
    await expect(page.getByText("Something went wrong. Try again.")).toBeVisible();
    await expect(helpful).toHaveAttribute("aria-pressed", "false");
    await expect(heading(page)).toBeVisible();
  },
);

test(
  "after a reload at the shipping step, the payment step opens without a network",
  slowOneWidth,
  async ({ page, context }) => {
    await openCoat(page);
    await page.getByRole("main").getByRole("button", { name: "Buy Now" }).first().click();
    await expectStep(page, "Information");
    await fillInformation(page, `${randomUUID()}@example.com`);
    await page.getByRole("button", { name: "Continue to shipping" }).click();
    await expectStep(page, "Shipping");
    await page.reload();
    const next = page.getByRole("button", { name: "Continue to payment" });
    await expect(next).toBeEnabled();
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await next.click();
    await expectStep(page, "Payment");
    await context.setOffline(false);
  },
);

test(
  "a link followed without a network shows an explanation, and Try again opens the full URL",
  oneWidth,
  async ({ page, context, browserErrors }) => {
    browserErrors.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/, "there is no network");
    await page.goto("/collection");
    await untilHydrated(page);
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByRole("banner").getByRole("link", { name: "Sale" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
    await context.setOffline(false);
    const { href } = new URL(page.url());
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sale");
    expect(page.url()).toBe(href);
  },
);
