import type { Locator, Page } from "@playwright/test";
import type { Client } from "pg";
import { expect, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { ordersOf, type TestProduct, setAvailable, takeProduct } from "./support/products.ts";
import {
  address,
  decide,
  expectStep,
  expectThanks,
  pay,
  payButton,
  testWindow,
  toCheckout,
  toPayment,
} from "./support/shopper.ts";

/** An email address that no other test uses. */
let email: string;
let product: TestProduct;
test.beforeEach(async ({ database }, { project, testId }) => {
  email = `${testId}-${project.name}@example.com`;
  product = await takeProduct(database);
});

test(
  "an expired order is placed again from the same cart, even for the last unit",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/payment-intent 409|status of 409/, "the first order has expired");
    await setAvailable(database, product, 1);
    await toCheckout(page, product);
    await toPayment(page, email);
    await payButton(page).click();
    await testWindow(page)
      .getByRole("button", { name: /^Close/ })
      .click();
    const ended =
      "update shop.orders set expires_at = now() - interval '1 second' where email = $1";
    await database.query(ended, [email]);
    await expect
      .poll(async () => (await ordersOf(database, email))[0]?.state, { timeout: 30_000 })
      .toBe("expired");

    await payButton(page).click();
    await expect(
      page.getByText("This order has expired and the items were released"),
    ).toBeVisible();
    await page.getByRole("button", { name: "Place the order again" }).click();
    await decide(page, "Approve");
    await expectThanks(page);
    const orders = await ordersOf(database, email);
    expect(orders.map(({ state }) => state)).toEqual(["expired", "completed"]);
  },
);

test(
  "the checkout in another tab leads to the unpaid order that holds its items",
  slowOneWidth,
  async ({ page, database }) => {
    await setAvailable(database, product, 1);
    await toCheckout(page, product);
    await toPayment(page, email);
    await payButton(page).click();
    await testWindow(page)
      .getByRole("button", { name: /^Close/ })
      .click();
    const tab = await page.context().newPage();
    await tab.goto("/checkout");
    const [order] = await ordersOf(database, email);
    await expect(tab.getByText(/^Order \S+ isn't paid yet\. Its items are held/)).toBeVisible();
    await expect(tab.getByText("sold out")).toHaveCount(0);
    expect(order?.state).toBe("created");
    await tab.getByRole("link", { name: "Continue to payment" }).click();
    await pay(tab, "Approve");
    await expectThanks(tab);
    expect((await ordersOf(database, email)).map(({ state }) => state)).toEqual(["completed"]);
  },
);

test(
  "the page shows the longer hold once a payment is started",
  slowOneWidth,
  async ({ page, database }) => {
    // Holds back the first response with the order until the payment has started, so that it arrives with outdated
    // data.
    let reads = 0;
    const paying = Promise.withResolvers<void>();
    await page.route(/\/orders\/[-0-9a-f]{36}\/with-items$/, async (route) => {
      reads += 1;
      if (reads > 1) return route.continue();
      const response = await route.fetch();
      await paying.promise;
      await route.fulfill({ response }).catch(() => {});
    });
    await toCheckout(page, product);
    await toPayment(page, email);
    await payButton(page).click();
    const close = testWindow(page).getByRole("button", { name: /^Close/ });
    await expect(close).toBeVisible();
    paying.resolve();
    await close.click();
    const { rows } = await database.query<{ expires_at: Date }>(
      "select expires_at from shop.orders where email = $1",
      [email],
    );
    const until = await page.evaluate(
      (time) => new Date(time).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit" }),
      rows[0]?.expires_at.getTime() ?? 0,
    );
    await expect(page.getByText(`held for you until ${until}`)).toBeVisible();
    await pay(page, "Approve");
    await expectThanks(page);
  },
);

test(
  "a shopper with too many unpaid orders is told what to do, and keeps the input",
  slowOneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/429/, "the network has too many unpaid items");
    const message =
      "Unpaid orders from you or your network already have the maximum number of items.";
    await page.route("**/api/v1/orders/store/*", (route) =>
      route.fulfill({
        status: 429,
        contentType: "application/json",
        body: JSON.stringify({
          code: "HOLD_LIMIT",
          message,
          statusCode: 429,
          details: { limit: "orders", max: 20, retryAfterSeconds: 200 },
          traceId: "t",
        }),
      }),
    );
    await toCheckout(page, product);
    await toPayment(page, email);
    await payButton(page).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(payButton(page)).toBeEnabled();
    await page.goBack();
    await page.goBack();
    await expectStep(page, "Information");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.locator('[autocomplete="shipping name"]')).toHaveValue(address.name);
    await page.unroute("**/api/v1/orders/store/*");
    await page.goForward();
    await page.goForward();
    await pay(page, "Approve");
    await expectThanks(page);
  },
);

const closeWindow = (page: Page) =>
  testWindow(page)
    .getByRole("button", { name: /^Close/ })
    .click();

/** The notice about an unpaid order; the newest one, if there are several. */
async function noticeIn(tab: Page, database: Client): Promise<Locator> {
  const number = (await ordersOf(database, email)).at(-1)?.number ?? "";
  return tab.getByText(`Order ${number} isn't paid yet.`);
}

/** Leaves an order of the page unpaid, and opens the cart in another tab. */
async function cartBesideUnpaid(page: Page): Promise<Page> {
  await toCheckout(page, product);
  await toPayment(page, email);
  await payButton(page).click();
  await closeWindow(page);
  const tab = await page.context().newPage();
  await tab.goto("/cart");
  return tab;
}

test(
  "an open cart no longer says that an order is unpaid once another tab has paid it",
  slowOneWidth,
  async ({ page, database }) => {
    const tab = await cartBesideUnpaid(page);
    const notice = await noticeIn(tab, database);
    await expect(notice).toBeVisible();
    await pay(page, "Approve");
    await expectThanks(page);
    await expect(notice).toBeHidden();
    await expect(tab.getByText("Your cart is empty")).toBeVisible();
  },
);

test(
  "an open cart follows an order that other tabs replace and cancel",
  slowOneWidth,
  async ({ page, database }) => {
    const tab = await cartBesideUnpaid(page);
    const replaced = await noticeIn(tab, database);
    await expect(replaced).toBeVisible();
    const before = await payButton(page).innerText();
    await tab.getByRole("main").getByRole("button", { name: "Add one" }).click();
    await expect(payButton(page)).not.toHaveText(before);
    await payButton(page).click();
    await closeWindow(page);
    await expect(replaced).toBeHidden();
    const notice = await noticeIn(tab, database);
    await expect(notice).toBeVisible();

    const other = await page.context().newPage();
    await other.goto(`/order?id=${(await ordersOf(database, email)).at(-1)?.id}`);
    await untilHydrated(other);
    await other.getByRole("button", { name: "Cancel the order" }).click();
    await other
      .getByRole("dialog")
      .getByRole("button", { name: /^Cancel/ })
      .click();
    await expect(notice).toBeHidden();
  },
);
