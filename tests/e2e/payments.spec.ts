import type { Locator, Page } from "@playwright/test";
import { expect, slowOneWidth, test as base, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import {
  originOf,
  paymentStoreUrl,
  type Provider,
  soldThere,
  takenFor,
} from "./support/payment-store.ts";
import { ordersOf } from "./support/products.ts";
import { expectStep, expectThanks, pressLast, toPayment } from "./support/shopper.ts";

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
  await page.goto(`/product?link=${soldThere.link}`);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Buy Now" }).first().click();
  await expectStep(page, "Information");
  await toPayment(page, email);
});

/** Asserts that there is one order, and that it was paid once with this provider. */
async function expectPaidOnce(database: Parameters<typeof ordersOf>[0], provider: Provider) {
  const orders = await ordersOf(database, email);
  expect(orders).toHaveLength(1);
  const [order] = orders;
  expect(order).toMatchObject({ paid: true, state: "completed" });
  const cents = Math.round((order?.total ?? 0) * 100);
  expect(await takenFor(order?.id ?? "")).toEqual([[provider, cents]]);
}

const choose = (page: Page, name: RegExp) => page.getByRole("radio", { name }).check();
const payButton = (page: Page) => page.getByRole("button", { name: /^Pay \$[\d,.]+$/ });

async function fillCard(place: Page | Locator, number: string): Promise<void> {
  await place.getByLabel("Card number").fill(number);
  await place.getByLabel("Expiration date").fill("12 / 34");
  await place.getByLabel("Security code").fill("123");
}

/** Clicks PayPal's button, and returns PayPal's window. */
async function openPayPal(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "PayPal", exact: true }).click();
  return opened;
}

/** Focuses the button of the first method, which is already selected. This loads its fields. */
async function approachCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Enter your card" }).focus();
}

/** Presses Back. Doesn't wait for a navigation, because there may be none. */
const goBack = (page: Page) => page.evaluate(() => history.back());

async function choosePayPal(page: Page): Promise<void> {
  await choose(page, /PayPal/);
  await expect(page.getByRole("button", { name: "PayPal", exact: true })).toBeVisible();
}

test("Stripe declines a card and accepts another, and loads nothing before it is chosen", async ({
  page,
  database,
}) => {
  const scripts = () => page.locator('script[src*="stripe"]').count();
  const policy = await page.evaluate(async () => {
    const { headers } = await fetch("/checkout", { method: "HEAD" });
    return headers.get("content-security-policy");
  });
  expect(policy).toContain(originOf("stripe"));
  expect(await scripts()).toBe(0);
  await approachCard(page);
  await fillCard(page, "4000000000000002");
  await expectNoViolations(page, "#main");
  await payButton(page).click();
  await expect(page.getByText("Sorry, your transaction could not be processed...")).toBeVisible();
  await page.getByLabel("Card number").fill("4242424242424242");
  await payButton(page).click();
  await expectThanks(page);
  await expectPaidOnce(database, "stripe");
});

test("Stripe shows the confirmation page of a bank", slowOneWidth, async ({ page, database }) => {
  await approachCard(page);
  const number = page.getByLabel("Card number");
  await expect(number).toBeVisible();
  await payButton(page).click();
  await expect(number).toBeFocused();
  await expect(number).toBeInViewport();
  await fillCard(page, "4000002760003184");
  const bank = page.frameLocator('iframe[title="3-D Secure"]');
  await payButton(page).click();
  await bank.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText("Sorry, your transaction could not be processed...")).toBeVisible();
  await payButton(page).click();
  await expect(bank.getByRole("button", { name: "Complete" })).toBeVisible();
  await goBack(page);
  await expect(page).toHaveURL(/step=payment/);
  await bank.getByRole("button", { name: "Complete" }).click();
  await expectThanks(page);
  await expectPaidOnce(database, "stripe");
});

test(
  "PayPal's window restarts after a declined account",
  slowOneWidth,
  async ({ page, database }) => {
    await choosePayPal(page);
    const popup = await openPayPal(page);
    await expect(page.getByText("Continuing with PayPal…")).toBeVisible();
    await popup.getByRole("button", { name: "Decline" }).click();
    await expect(popup.getByText("Your bank declined this payment")).toBeVisible();
    await pressLast(popup, "Approve");
    await expectThanks(page);
    await expectPaidOnce(database, "paypal");
  },
);

test(
  "closing PayPal's window keeps the order, which is then paid by card",
  slowOneWidth,
  async ({ page, database }) => {
    await choosePayPal(page);
    const popup = await openPayPal(page);
    await pressLast(popup, "Close");
    await expect(page.getByText("You closed the payment window.")).toBeVisible();
    await fillCard(page, "4000000000000002");
    const byCard = page.getByRole("button", { name: /by card$/ });
    await byCard.click();
    await expect(page.getByText("Sorry, your transaction could not be processed...")).toBeVisible();
    await page.getByLabel("Card number").fill("4242424242424242");
    await byCard.click();
    await expectThanks(page);
    await expectPaidOnce(database, "paypal");
  },
);

test(
  "leaving the payment step closes PayPal's window and keeps the order",
  slowOneWidth,
  async ({ page, database }) => {
    await choosePayPal(page);
    const popup = await openPayPal(page);
    await expect(popup.getByRole("button", { name: "Approve" })).toBeVisible();
    await goBack(page);
    await expect(page.getByText("You closed the payment window.")).toBeVisible();
    await expectStep(page, "Shipping");
    expect(popup.isClosed()).toBe(true);
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await choosePayPal(page);
    await pressLast(await openPayPal(page), "Approve");
    await expectThanks(page);
    await expectPaidOnce(database, "paypal");
  },
);

test(
  "after a failed payment, Mollie sends the shopper back, and the payment can be tried again",
  slowOneWidth,
  async ({ page, database }) => {
    await choose(page, /Mollie/);
    await payButton(page).click();
    await page.getByLabel("Failed", { exact: true }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expectStep(page, "Payment");
    await expect(
      page.getByText("Sorry, your transaction could not be processed..."),
    ).toBeInViewport();
    await expect(page.getByRole("radio", { name: /Mollie/ })).toBeChecked();
    await payButton(page).click();
    await page.getByLabel("Paid", { exact: true }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expectThanks(page);
    await expectPaidOnce(database, "mollie");
  },
);

test(
  "a payment interrupted by a lost network is finished after a reload",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/process-payment|payment-status|ERR_/, "there is no network");
    const calls = /\/(?:process-payment|payment-status)$/;
    await page.route(calls, (route) => route.abort("connectionfailed"));
    await choosePayPal(page);
    const popup = await openPayPal(page);
    await pressLast(popup, "Approve");
    await expect(page.getByText("Waiting for the payment provider…")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Waiting for the payment provider…")).toBeVisible();
    await page.unroute(calls);
    await expectThanks(page);
    await expectPaidOnce(database, "paypal");
  },
);

test(
  "if a second tab pays first, the first tab shows the paid order",
  slowOneWidth,
  async ({ page, context, database, browserErrors }) => {
    browserErrors.expect(/409/, "the order has already been paid");
    await choosePayPal(page);
    const popup = await openPayPal(page);
    await expect(popup.getByRole("button", { name: "Approve" })).toBeVisible();
    const [order] = await ordersOf(database, email);
    const second = await context.newPage();
    await second.goto(`/checkout?order=${order?.id}`);
    await approachCard(second);
    await fillCard(second, "4242424242424242");
    await payButton(second).click();
    await expectThanks(second);
    await pressLast(popup, "Approve");
    await expectThanks(page);
    await expectPaidOnce(database, "stripe");
  },
);

test(
  "PayPal is loaded when it is chosen, even if the pointer is over the card form",
  slowOneWidth,
  async ({ page }) => {
    const place = page.getByRole("button", { name: "Enter your card" }).locator("..");
    await place.evaluate((element) => {
      document.querySelector<HTMLInputElement>('[name=provider][value="paypal"]')?.click();
      element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    });
    await expect(page.getByRole("button", { name: "PayPal", exact: true })).toBeVisible();
  },
);

test(
  "a script that fails to load can be loaded again",
  slowOneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/SDK script|500|BLOCKED_BY_ORB/, "the provider's script fails once");
    await page.route("**/sdk/js*", (route) => route.fulfill({ status: 500 }), { times: 1 });
    await choose(page, /PayPal/);
    await expect(page.getByText("Failed to load the PayPal JS SDK script.")).toBeVisible();
    await page.getByRole("button", { name: "Pay with PayPal" }).focus();
    await expect(page.getByRole("button", { name: "PayPal", exact: true })).toBeVisible();
  },
);
