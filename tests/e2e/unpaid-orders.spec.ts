import type { BrowserContext, Page } from "@playwright/test";
import type { Client } from "pg";
import { addUser, signIn } from "./support/customers.ts";
import { expect, slow, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import {
  loseAnswer,
  ordersOf,
  setAvailable,
  type TestProduct,
  takeProduct,
} from "./support/products.ts";
import {
  addToCart,
  badge,
  expectStep,
  expectThanks,
  openProduct,
  pay,
  payButton,
  testWindow,
  toCheckout,
  toPayment,
} from "./support/shopper.ts";

/** For results that take long to appear, because the server polls the provider and the page polls the server. */
const patient = { timeout: 90_000 };

/** An email address that no other test uses. */
let email: string;
let product: TestProduct;
test.beforeEach(async ({ database }, { project, testId }) => {
  email = `${testId}-${project.name}@example.com`;
  product = await takeProduct(database);
});

/** Pays while the provider doesn't respond, closes the tab, and opens the shop in another one. */
async function closeWhilePaying(page: Page, context: BrowserContext): Promise<Page> {
  await toPayment(page, email);
  await pay(page, "Time out");
  await expect(page.getByText("Waiting for the payment provider…")).toBeVisible();
  await page.close();
  return context.newPage();
}

/** Removes the browser's record of the payment, as pages do after a minute. Then only the server can finish it. */
async function giveUpWaiting(tab: Page): Promise<void> {
  await tab.evaluate(() => localStorage.removeItem("vetrina:sorvela:payments-under-way"));
}

async function numberOf(database: Client): Promise<string> {
  return (await ordersOf(database, email))[0]?.number ?? "";
}

async function expectOnePaidOrder(database: Client): Promise<void> {
  expect(await ordersOf(database, email)).toMatchObject([{ paid: true, state: "completed" }]);
}

const warning = (number: string) =>
  `Your payment for order ${number} is being confirmed. Please don't pay again.`;

test(
  "a cart warns of its payment in a closed tab, and is emptied once it is paid",
  slow,
  async ({ page, context, database }) => {
    await setAvailable(database, product, 1);
    await toCheckout(page, product);
    const tab = await closeWhilePaying(page, context);
    const number = await numberOf(database);
    await tab.goto("/cart");
    await expect(tab.getByText(warning(number))).toBeVisible();
    // The order holds the last unit, so the quote says that the item is sold out. The page must not show that.
    await expect(tab.getByText("No longer available")).toBeHidden();
    await expect(tab.getByText("Subtotal")).toBeHidden();
    await expect(tab.getByRole("list", { name: "Express checkout" })).toBeHidden();
    await expect(tab.getByRole("main").getByRole("link", { name: product.name })).toBeVisible();

    await loseAnswer(database, email);
    await expect(tab.getByText(`Order ${number} is paid.`)).toBeVisible(patient);
    await expect(tab.getByText("Your cart is empty")).toBeVisible();
    await expect(badge(tab)).toHaveText("");
    await tab.getByRole("main").getByRole("link", { name: "See your order" }).click();
    expect(await expectThanks(tab)).toBe(number);
    await expectOnePaidOrder(database);
  },
);

test(
  "the checkout finishes the payment of a closed tab",
  slowOneWidth,
  async ({ page, context, database }) => {
    await toCheckout(page, product);
    const tab = await closeWhilePaying(page, context);
    await tab.goto("/checkout");
    await expectThanks(tab);
    await expect(badge(tab)).toHaveText("");
    await expectOnePaidOrder(database);
  },
);

test(
  "the checkout can't be paid again while the payment is being confirmed",
  slowOneWidth,
  async ({ page, context, database }) => {
    await toCheckout(page, product);
    const tab = await closeWhilePaying(page, context);
    const number = await numberOf(database);
    await tab.goto("/");
    await giveUpWaiting(tab);
    await tab.goto("/checkout");
    await expect(tab.getByText(warning(number))).toBeVisible();
    await expect(tab.getByLabel("Email").first()).toBeHidden();
    await tab.getByRole("main").getByRole("link", { name: "See your order" }).click();
    await expect(tab.getByRole("heading", { level: 1, name: "Almost there" })).toBeVisible();
    await tab.goto("/checkout");
    await expect(tab.getByText(warning(number))).toBeVisible();

    await loseAnswer(database, email);
    await expect(tab.getByText(`Order ${number} is paid.`)).toBeVisible(patient);
    await expect(tab.getByText("Your cart is empty")).toBeVisible();
    await expectOnePaidOrder(database);
  },
);

test(
  "an item that was added after the order stays in the cart once the order is paid",
  slowOneWidth,
  async ({ page, context, database }) => {
    await toCheckout(page, product);
    const tab = await closeWhilePaying(page, context);
    const number = await numberOf(database);
    await tab.goto("/cart");
    await giveUpWaiting(tab);
    await tab.getByRole("button", { name: `Remove ${product.name}` }).click();
    await expect(badge(tab)).toHaveText("");
    await openProduct(tab, product);
    await addToCart(tab);
    await tab.goto("/checkout");
    await expect(tab.getByText(warning(number))).toBeVisible();
    await loseAnswer(database, email);
    await expect(tab.getByText(`Order ${number} is paid.`)).toBeVisible(patient);
    await expectStep(tab, "Information");
    await expect(badge(tab)).toHaveText("1");
  },
);

test(
  "Buy Now can't be paid again while its payment is being confirmed",
  slowOneWidth,
  async ({ page, context, database }) => {
    await openProduct(page, product);
    await page.getByRole("button", { name: "Buy Now" }).first().click();
    await expectStep(page, "Information");
    const tab = await closeWhilePaying(page, context);
    const number = await numberOf(database);
    await tab.goto("/");
    await giveUpWaiting(tab);
    await openProduct(tab, product);
    await expect(tab.getByText(warning(number))).toBeVisible();
    await tab.getByRole("button", { name: "Buy Now" }).first().click();
    await expect(tab).toHaveURL(/\/checkout\?buy=now/);
    await expect(tab.getByText(warning(number))).toBeVisible();
    await expect(tab.getByLabel("Email").first()).toBeHidden();
  },
);

test(
  "a payment that failed after its tab was closed can be tried again",
  slowOneWidth,
  async ({ page, context, database }) => {
    await toCheckout(page, product);
    const tab = await closeWhilePaying(page, context);
    const number = await numberOf(database);
    await tab.goto("/cart");
    await expect(tab.getByText(warning(number))).toBeVisible();
    await giveUpWaiting(tab);
    await database.query(
      `update shop.test_payments t set state = 'failed' from shop.payments p
       join shop.orders o on o.store_id = p.store_id and o.id = p.order_id
       where p.provider_id = t.id and o.email = $1`,
      [email],
    );
    await loseAnswer(database, email);
    await expect(tab.getByText(warning(number))).toBeHidden(patient);
    await tab.goto("/checkout");
    await expectStep(tab, "Information");
    await untilHydrated(tab);
    await expect(tab.getByLabel("Email").first()).toBeVisible();
  },
);

/** Opens the tracking form, and expects that the known order fills only the field that doesn't have the focus. */
async function expectFilledAroundFocus(page: Page, number: string): Promise<void> {
  const reads = /\/with-items$/;
  const focused = Promise.withResolvers<void>();
  await page.route(reads, async (route) => {
    await focused.promise;
    await route.continue();
  });
  await page.goto("/order-tracking");
  await untilHydrated(page);
  const form = page.getByRole("main");
  await form.getByLabel("Email").focus();
  focused.resolve();
  await expect(form.getByLabel("Order number")).toHaveValue(number);
  await expect(form.getByLabel("Email")).toHaveValue("");
  await page.unroute(reads);
}

test(
  "tracking an unpaid order says so, until when it is held, and how to pay",
  slowOneWidth,
  async ({ page, database, browser, baseURL }) => {
    await toCheckout(page, product);
    await toPayment(page, email);
    await payButton(page).click();
    await testWindow(page)
      .getByRole("button", { name: /^Close/ })
      .click();
    const number = await numberOf(database);
    await expectFilledAroundFocus(page, number);
    const elsewhere = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
    for (const tab of [page, elsewhere]) {
      await tab.goto(`/order-tracking?order=${number}`);
      await untilHydrated(tab);
      await tab.getByRole("main").getByLabel("Email").fill(email);
      await tab.getByRole("button", { name: "Track Order" }).click();
      const tracked = tab.getByRole("region", { name: `Order ${number}` });
      await expect(tracked).toContainText(
        "This order isn't paid yet, so no confirmation was sent.",
      );
      await expect(tracked).toContainText("Items held until");
      await expect(tracked).not.toContainText("in your confirmation email");
    }
    await expect(elsewhere.getByText("To pay, open this store in the browser")).toBeVisible();
    await elsewhere.context().close();
    await page.getByRole("link", { name: "Pay now" }).click();
    await expectStep(page, "Payment");
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database);
  },
);

/** Places an order in one tab, and pays for it in another. The first tab's storage still has the order. */
async function payElsewhere(page: Page, context: BrowserContext, database: Client): Promise<Page> {
  await payButton(page).click();
  await testWindow(page)
    .getByRole("button", { name: /^Close/ })
    .click();
  const other = await context.newPage();
  await other.goto(`/checkout?order=${(await ordersOf(database, email))[0]?.id}`);
  await untilHydrated(other);
  await pay(other, "Approve");
  await expectThanks(other);
  return other;
}

test(
  "signing out in one tab doesn't cancel the order that was paid in another",
  slowOneWidth,
  async ({ page, context, database, browserErrors }) => {
    browserErrors.expect(/cancel 409|status of 409/, "the order is paid");
    await signIn(page, await addUser(database));
    await toCheckout(page, product);
    await toPayment(page, email);
    await payElsewhere(page, context, database);
    await page.goto("/account");
    await untilHydrated(page);
    const canceled = page.waitForResponse(/\/orders\/[^/]+\/cancel$/);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    expect((await canceled).status()).toBe(409);
    await page.waitForURL("/");
    await expectOnePaidOrder(database);
  },
);

test(
  "a different purchase in one tab doesn't cancel the order that was paid in another",
  slowOneWidth,
  async ({ page, context, database, browserErrors }) => {
    browserErrors.expect(/cancel 409|status of 409/, "the order is paid");
    await toCheckout(page, product);
    await toPayment(page, email);
    const other = await payElsewhere(page, context, database);
    const next = await takeProduct(database);
    await openProduct(other, next);
    await addToCart(other);
    await expect(page.getByRole("main").getByText(next.name).first()).toBeVisible();
    const canceled = page.waitForResponse(/\/orders\/[^/]+\/cancel$/);
    await payButton(page).click();
    expect((await canceled).status()).toBe(409);
    await expectThanks(page);
    await expectOnePaidOrder(database);
    await expect(badge(page)).toHaveText("1");
  },
);

const waitingText = (number: string) => `Order ${number} isn't paid yet.`;

/** Places an order, and closes the tab while the payment window is open. */
async function closeBeforePaying(page: Page, context: BrowserContext): Promise<Page> {
  await toPayment(page, email);
  await payButton(page).click();
  await expect(testWindow(page)).toBeVisible();
  await page.close();
  return context.newPage();
}

test(
  "an order whose tab was closed can be found and paid wherever the shopper looks for it",
  slow,
  async ({ page, context, database }) => {
    await setAvailable(database, product, 1);
    await openProduct(page, product);
    await page.getByRole("button", { name: "Buy Now" }).first().click();
    await expectStep(page, "Information");
    const tab = await closeBeforePaying(page, context);
    const notice = tab.getByText(waitingText(await numberOf(database)));

    await openProduct(tab, product);
    await expect(tab.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled();
    await expect(notice).toBeVisible();
    await tab.getByRole("banner").getByRole("link", { name: /^Cart/ }).first().click();
    const drawer = tab.getByRole("dialog", { name: "Your cart" });
    await expect(drawer.getByText("Your cart is empty")).toBeVisible();
    await expect(drawer.getByText("Its items are held for you until")).toBeVisible();
    await tab.goto("/cart");
    await expect(tab.getByText("Your cart is empty")).toBeVisible();
    await expect(notice).toBeVisible();
    await openProduct(tab, await takeProduct(database));
    await expect(notice).toBeHidden();
    await addToCart(tab);
    await expect(drawer.getByText("Its items are held for you until")).toBeVisible();
    await tab.goto("/checkout?buy=now");
    await expect(tab.getByText("There is nothing to pay here")).toBeVisible();
    await expect(notice).toBeVisible();

    await tab.getByRole("link", { name: "Continue to payment" }).click();
    await expectStep(tab, "Payment");
    await pay(tab, "Approve");
    await expectThanks(tab);
    await expectOnePaidOrder(database);
    await tab.goto("/cart");
    await expect(tab.getByText("Subtotal")).toBeVisible();
    await expect(notice).toBeHidden();
  },
);

test(
  "the notice about an unpaid order goes away once the order is canceled or its hold ends",
  slowOneWidth,
  async ({ page, context, database }) => {
    await openProduct(page, product);
    await page.getByRole("button", { name: "Buy Now" }).first().click();
    await expectStep(page, "Information");
    const tab = await closeBeforePaying(page, context);
    const notice = tab.getByText(waitingText(await numberOf(database)));
    const end = "update shop.orders set expires_at = now() + $2::interval where email = $1";
    await database.query(end, [email, "10 seconds"]);
    await tab.goto("/checkout");
    await expect(notice).toBeVisible();
    await expect(notice).toBeHidden({ timeout: 20_000 });

    await database.query(end, [email, "10 minutes"]);
    await tab.goto("/cart");
    await tab.getByRole("link", { name: "See or cancel the order" }).click();
    await tab.getByRole("button", { name: "Cancel the order" }).click();
    await tab
      .getByRole("dialog")
      .getByRole("button", { name: /^Cancel/ })
      .click();
    await expect(
      tab.getByText(/was canceled. It was never paid, so you weren't charged/).first(),
    ).toBeVisible();
    await tab.goto("/cart");
    await expect(tab.getByText("Your cart is empty")).toBeVisible();
    await expect(notice).toBeHidden();
  },
);

test(
  "the checkout of the tab that placed an order says nothing about it in the cart",
  slowOneWidth,
  async ({ page, database }) => {
    await toCheckout(page, product);
    await toPayment(page, email);
    await payButton(page).click();
    const close = testWindow(page).getByRole("button", { name: /^Close/ });
    await close.click();
    const read = page.waitForResponse(/\/with-items$/);
    await page.goto("/cart");
    await read;
    await expect(page.getByText("Subtotal")).toBeVisible();
    await expect(page.getByText(waitingText(await numberOf(database)))).toBeHidden();
  },
);
