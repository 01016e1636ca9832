import type { Client } from "pg";
import type { Locator, Page } from "@playwright/test";
import { expect, slow, slowOneWidth, test as base, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import {
  controlOf,
  paymentStoreUrl,
  type Provider,
  soldThere,
  takenFor,
} from "./support/payment-store.ts";
import { ordersOf } from "./support/products.ts";
import {
  addToCart,
  badge,
  expectStep,
  expectThanks,
  pressLast,
  toPayment,
} from "./support/shopper.ts";

const test = base.extend({
  baseURL: async ({ baseURL }, use) => use(paymentStoreUrl(baseURL)),
});

let email: string;
test.beforeEach(async ({ page, browserErrors }, { project, testId }) => {
  email = `${testId}-${project.name}@example.com`;
  browserErrors.expect(
    /^(?:request: (?:[A-Z]+ )?|console: Failed to load .*\()http:\/\/127\.0\.0\.1:\d+\//,
    "the stand-ins are other origins, and decline with 402",
  );
  await openProduct(page);
});

async function openProduct(page: Page): Promise<void> {
  await page.goto(`/product?link=${soldThere.link}`);
  await untilHydrated(page);
  // The providers' buttons are loaded once they are close to the visible part of the page.
  await page.getByText("-day returns").first().scrollIntoViewIfNeeded();
}

/** Asserts that there is one order with this email, and that it was paid once with this provider. */
async function expectPaidOnce(database: Client, provider: Provider, total: number) {
  const orders = await ordersOf(database, email);
  expect(orders).toMatchObject([{ paid: true, state: "completed", total }]);
  expect(await takenFor(orders[0]?.id ?? "")).toEqual([[provider, Math.round(total * 100)]]);
}

/** Loads PayPal's script by focusing its placeholder, then clicks PayPal's button. Returns PayPal's window. */
async function openPayPal(page: Page, place: Locator = page.getByRole("main")): Promise<Page> {
  const express = place.getByRole("list", { name: "Express checkout" });
  const approach = express.getByRole("button", { name: "Pay with PayPal" });
  const button = express.getByRole("button", { name: "PayPal", exact: true });
  // On touch screens, PayPal's button may replace the placeholder at any time.
  if (!(await button.isVisible())) await approach.or(button).focus();
  const opened = page.waitForEvent("popup");
  await button.click();
  const popup = await opened;
  await popup.getByLabel("Email").fill(email);
  return popup;
}

const shipTo = (popup: Page, address: string) =>
  popup.getByLabel("Ship to").selectOption({ label: address });
const milan = "Ada Rossi, Via Roma 1, Milano, IT";
const berlin = "Max Muster, Friedrichstr. 10, Berlin, DE";

test("on the product page, the wallet's address determines what is shown and charged", async ({
  page,
  database,
  browserErrors,
}) => {
  browserErrors.expect(/409/, "the store doesn't ship to Germany");
  const scripts = () => page.locator('script[src*="sdk/js"]').count();
  await expect(page.getByRole("button", { name: "Pay with PayPal" })).toBeVisible();
  expect(await scripts()).toBe(0);
  const popup = await openPayPal(page);
  expect(await scripts()).toBe(1);
  await expect(popup.getByText("58.59 USD")).toBeVisible();
  await expect(page.getByText("Continuing with PayPal…")).toBeVisible();
  await expect(page.getByText("Total for your address: $58.59")).toBeVisible();
  await shipTo(popup, berlin);
  await expect(popup.getByText("doesn't ship to this address")).toBeVisible();
  await shipTo(popup, milan);
  // 45.00 plus 22 percent tax, and the region's own shipping price.
  await expect(popup.getByText("73.90 USD")).toBeVisible();
  await popup.getByLabel("Shipping option").selectOption({ label: "Courier (35.00 USD)" });
  await expect(popup.getByText("89.90 USD")).toBeVisible();
  await expect(
    page.getByText("Total for your address: $89.90, with Courier ($35.00)"),
  ).toBeVisible();
  await pressLast(popup, "Approve");
  await expectThanks(page);
  await expect(page.getByText("Milano").first()).toBeVisible();
  await expectPaidOnce(database, "paypal", 89.9);
});

test(
  "in the drawer, a payment is closed, retried, declined and completed",
  slow,
  async ({ page, database }) => {
    const drawer = await addToCart(page);
    const popup = await openPayPal(page, drawer);
    await expect(popup.getByText("58.59 USD")).toBeVisible();
    await pressLast(popup, "Close");
    await expect(drawer.getByText("You closed the payment window.")).toBeVisible();
    await expect(badge(page)).toHaveText("1");
    await expectNoViolations(page, "dialog[open]");
    const again = await openPayPal(page, drawer);
    await again.getByRole("button", { name: "Decline" }).click();
    await expect(again.getByText("Your bank declined this payment")).toBeVisible();
    await again.getByLabel("Email").fill(email);
    await pressLast(again, "Approve");
    await expectThanks(page);
    await expect(drawer).toBeHidden();
    await expect(badge(page)).toHaveText("");
    await expectPaidOnce(database, "paypal", 58.59);
  },
);

test(
  "an order from the checkout replaces one started with PayPal in the drawer",
  slowOneWidth,
  async ({ page, database }) => {
    const drawer = await addToCart(page);
    const popup = await openPayPal(page, drawer);
    await pressLast(popup, "Close");
    await expect(drawer.getByText("You closed the payment window.")).toBeVisible();
    await drawer.getByRole("link", { name: "Checkout", exact: true }).click();
    await expectStep(page, "Information");
    await toPayment(page, email);
    await page.getByRole("button", { name: "Enter your card" }).focus();
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByLabel("Expiration date").fill("12 / 34");
    await page.getByLabel("Security code").fill("123");
    await page.getByRole("button", { name: /^Pay \$[\d,.]+$/ }).click();
    await expectThanks(page);
    await expectPaidOnce(database, "stripe", 58.59);
  },
);

test(
  "with two tabs, the payment left open in one of them takes no money",
  slowOneWidth,
  async ({ page, context, database }) => {
    const left = await openPayPal(page);
    await expect(left.getByText("58.59 USD")).toBeVisible();
    const second = await context.newPage();
    await openProduct(second);
    const popup = await openPayPal(second);
    await pressLast(popup, "Approve");
    await expectThanks(second);
    await pressLast(left, "Close");
    await expect(page.getByText("You closed the payment window.")).toBeVisible();
    await expectPaidOnce(database, "paypal", 58.59);
  },
);

test(
  "a payment interrupted by a lost network is finished after a reload",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/process-payment|payment-status|ERR_/, "there is no network");
    const calls = /\/(?:process-payment|payment-status)$/;
    await page.route(calls, (route) => route.abort("connectionfailed"));
    const popup = await openPayPal(page);
    await pressLast(popup, "Approve");
    await expect(page.getByText("Waiting for the payment provider…")).toBeVisible();
    await page.unroute(calls);
    await page.reload();
    await expectThanks(page);
    await expectPaidOnce(database, "paypal", 58.59);
  },
);

test(
  "Stripe's wallet sheet shows the total for its address",
  slowOneWidth,
  async ({ page, database }) => {
    await controlOf("stripe").browser({ wallets: true });
    await page.getByRole("button", { name: "Google Pay or Link" }).focus();
    await page.getByRole("button", { name: "Apple Pay", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Apple Pay" });
    await sheet.getByLabel("Email").fill(email);
    await expect(sheet.getByText("Total: 7390")).toBeVisible();
    await sheet.getByLabel("Shipping option").selectOption("Courier");
    await expect(sheet.getByText("Total: 8990")).toBeVisible();
    await sheet.getByRole("button", { name: "Pay" }).click();
    await expectThanks(page);
    await expectPaidOnce(database, "stripe", 89.9);
  },
);

test(
  "PayPal's hosted fields take cards if the account isn't eligible for card fields",
  slowOneWidth,
  async ({ page, database }) => {
    await page.route("**/sdk/js*", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"cardFields":true', '"cardFields":false');
      await route.fulfill({ response, body });
    });
    await page.getByRole("button", { name: "Buy Now" }).first().click();
    await expectStep(page, "Information");
    await toPayment(page, email);
    await page.getByRole("radio", { name: /PayPal/ }).check();
    const byCard = page.getByRole("button", { name: /by card$/ });
    await byCard.click();
    await expect(page.getByText("Check the card's number, date and code.")).toBeVisible();
    await page.getByLabel("Card number").fill("4242424242424242");
    await page.getByLabel("Expiration date").fill("12/34");
    await page.getByLabel("Security code").fill("123");
    await byCard.click();
    await expectThanks(page);
    await expectPaidOnce(database, "paypal", 58.59);
  },
);
