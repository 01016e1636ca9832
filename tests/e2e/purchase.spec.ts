import { readFile } from "node:fs/promises";
import type { Client } from "pg";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import {
  giveAway,
  loseAnswer,
  ordersOf,
  type TestProduct,
  raisePrice,
  setAvailable,
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

const money = (major: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(major);

/** An email address that no other test uses. */
let email: string;
let product: TestProduct;
test.beforeEach(async ({ database }, { project, testId }) => {
  email = `${testId}-${project.name}@example.com`;
  product = await takeProduct(database);
});

/**
 * Asserts that there is one order, with one payment of its total. All invariants are checked when the shop is stopped.
 */
async function expectOnePaidOrder(database: Client, units = 1): Promise<void> {
  const orders = await ordersOf(database, email);
  expect(orders).toHaveLength(1);
  expect(orders[0]).toMatchObject({ paid: true, state: "completed", units });
  expect(orders[0]?.captured).toBe(orders[0]?.total);
}

test("a shopper starts on the home page, buys, and finds the order by its number and email", async ({
  page,
  database,
}) => {
  await page.goto("/");
  await untilHydrated(page);
  await page.getByRole("main").locator('a[href^="/product?link="]').first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/product\?link=/);

  await openProduct(page, product);
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByRole("radio", { name: product.size, exact: true })).toBeChecked();
  const drawer = await addToCart(page);
  await expect(drawer.getByRole("link", { name: product.name })).toBeVisible();
  await expect(drawer.getByText(`${product.color} / ${product.size}`)).toBeVisible();
  await expect(badge(page)).toHaveText("1");
  await drawer.getByRole("link", { name: "Checkout", exact: true }).click();

  await expectStep(page, "Information");
  await toPayment(page, email);
  const shown = (await payButton(page).innerText()).replace("Pay ", "");
  await pay(page, "Approve");
  const number = await expectThanks(page);
  await expect(page.getByText(email)).toBeVisible();
  await expect(badge(page)).toHaveText("");
  await expectOnePaidOrder(database);
  const [order] = await ordersOf(database, email);
  expect(money(order?.total ?? 0)).toBe(shown);

  await page.getByRole("link", { name: "Track Order" }).click();
  await expect(page.getByLabel("Order number")).toHaveValue(number);
  await page.getByRole("main").getByLabel("Email").fill(email.toUpperCase());
  await page.getByRole("button", { name: "Track Order" }).click();
  const tracked = page.getByRole("region", { name: `Order ${number}` });
  await expect(tracked).toContainText(email);
  await expect(tracked.getByRole("listitem").filter({ hasText: /^Paid\s*, done/ })).toBeVisible();
  for (const text of [shown, "This is a test order."]) await expect(tracked).toContainText(text);
});

test(
  "the invoice can be downloaded as a PDF after a reload and in a second tab, and a failure shows a message",
  slowOneWidth,
  async ({ page, context, browserErrors }) => {
    await toCheckout(page, product);
    await toPayment(page, email);
    await pay(page, "Approve");
    const number = await expectThanks(page);
    await page.reload();
    await untilHydrated(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await untilHydrated(second);
    for (const tab of [page, second]) {
      const begun = tab.waitForEvent("download");
      await tab.getByRole("link", { name: "Download PDF Invoice" }).click();
      const download = await begun;
      expect(download.suggestedFilename()).toBe(`Invoice-${number}.pdf`);
      const bytes = await readFile(await download.path());
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    }

    browserErrors.expect(/invoice/, "there is no network");
    await page.route("**/invoice", (route) => route.abort("connectionfailed"));
    await page.getByRole("link", { name: "Download PDF Invoice" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(
      "The invoice couldn't be downloaded. Check your connection and try again.",
    );
    await page.unroute("**/invoice");
    await context.clearCookies();
    browserErrors.expect(/401/, "the order's key was removed");
    await page.getByRole("link", { name: "Download PDF Invoice" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(
      "with your order number and we'll send it.",
    );
  },
);

test(
  "a free order is completed without a payment, and counted once",
  slowOneWidth,
  async ({ page, database }) => {
    await giveAway(database, product);
    const counted: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/analytics/track/hour")) counted.push(request.postDataJSON());
    });
    await toCheckout(page, product);
    const summary = page.getByRole("button", { name: /^Show order summary/ });
    if (await summary.isVisible()) await summary.click();
    const sums = page.getByRole("region", { name: "Order summary" });
    await sums.getByRole("button", { name: "I have a discount code" }).click();
    await sums.getByLabel("Discount code").fill("SHIPFREE");
    await sums.getByRole("button", { name: "Apply" }).click();
    await toPayment(page, email);
    await expect(page.getByText("there is nothing to pay")).toBeVisible();
    await expect(page.getByText("How to pay")).toBeHidden();
    await page.getByRole("button", { name: "Complete order" }).click();
    await expectThanks(page);
    await expect(badge(page)).toHaveText("");
    expect(await ordersOf(database, email)).toMatchObject([
      { paid: true, state: "completed", total: 0, payments: 0, captured: 0 },
    ]);
    await page.reload();
    await untilHydrated(page);
    await expect(page.getByText("Free order").first()).toBeVisible();
    const completed = { event: "ORDER_COMPLETE", value: 0, productId: product.productId };
    expect(counted.filter((one) => JSON.stringify(one).includes("ORDER_COMPLETE"))).toEqual([
      completed,
    ]);
  },
);

test(
  "a failed payment keeps the order and the cart, and can be retried",
  slowOneWidth,
  async ({ page, database }) => {
    await toCheckout(page, product);
    await toPayment(page, email);
    await pay(page, "Fail");
    const said = page.getByText("Sorry, your transaction could not be processed...");
    await expect(said).toBeVisible();
    await expect(said).toContainText(
      / reported an error \(dbg-[0-9a-f]+\)\.\s+You haven't been charged\. /,
    );
    await expect(badge(page)).toHaveText("1");
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database);
  },
);

test(
  "closing the window charges nothing, and the same order is paid later",
  slowOneWidth,
  async ({ page, database }) => {
    await toCheckout(page, product);
    await toPayment(page, email);
    await payButton(page).click();
    await testWindow(page)
      .getByRole("button", { name: /^Close/ })
      .click();
    await expect(page.getByText("You closed the payment window.")).toBeVisible();
    expect(await ordersOf(database, email)).toMatchObject([{ paid: false, captured: 0 }]);

    // Reloads the page before paying again, which must not create a second order.
    await page.reload();
    await expectStep(page, "Payment");
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database);
  },
);

test(
  "after a lost response, the page polls until the result is known",
  slowOneWidth,
  async ({ page, database }) => {
    await toCheckout(page, product);
    await toPayment(page, email);
    await pay(page, "Time out");
    await expect(page.getByText("Waiting for the payment provider…")).toBeVisible();
    await loseAnswer(database, email);
    await expectThanks(page);
    await expectOnePaidOrder(database);
  },
);

test(
  "a product that sells out during the checkout is named and can be removed",
  oneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/409/, "the order is rejected because the last unit is gone");
    const other = await takeProduct(database);
    await openProduct(page, other);
    await addToCart(page);
    await toCheckout(page, product);
    await toPayment(page, email);
    await setAvailable(database, product, 0);
    await payButton(page).click();
    await expect(page.getByText("This item is sold out. Remove it to continue.")).toBeVisible();
    expect(await ordersOf(database, email)).toEqual([]);

    await page.getByRole("button", { name: `Remove ${product.name}` }).click();
    await expect(page.getByText("This item is sold out.")).toBeHidden();
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database);
  },
);

test(
  "a price change after adding to the cart is shown before payment",
  slowOneWidth,
  async ({ page, database }) => {
    await openProduct(page, product);
    await addToCart(page);
    await raisePrice(database, product, 7);
    await page.goto("/checkout");
    await expectStep(page, "Information");
    await toPayment(page, email);
    const notice = `The price is now ${money(product.price + 7)}; it was ${money(product.price)}.`;
    await expect(page.getByText(notice)).toBeVisible();
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database);
  },
);

test(
  "a total that changes before the button is pressed must be confirmed first",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/409/, "the order is rejected until the new total is confirmed");
    await toCheckout(page, product);
    await toPayment(page, email);
    const before = (await payButton(page).innerText()).replace("Pay ", "");
    await raisePrice(database, product, 11);
    await payButton(page).click();
    const changed = page.getByText(`The total has changed from ${before} to`);
    await expect(changed).toBeVisible();
    expect(await ordersOf(database, email)).toEqual([]);
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database);
    const [order] = await ordersOf(database, email);
    expect(money(order?.total ?? 0)).not.toBe(before);
  },
);

test("reload and Back keep every step as it was", slowOneWidth, async ({ page, database }) => {
  await toCheckout(page, product);
  await page.getByLabel("Email").fill(email);
  await page.reload();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await toPayment(page, email);

  await page.reload();
  await expectStep(page, "Payment");
  await expect(page.getByText(email)).toBeVisible();
  await page.goBack();
  await expectStep(page, "Shipping");
  await page.reload();
  await expectStep(page, "Shipping");
  await page.goBack();
  await expectStep(page, "Information");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.goForward();
  await expectStep(page, "Shipping");
  await page.goForward();
  await expectStep(page, "Payment");

  await pay(page, "Approve");
  const number = await expectThanks(page);
  await page.reload();
  expect(await expectThanks(page)).toBe(number);
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Pay \$/ })).toBeHidden();
  await expectOnePaidOrder(database);
});

test("Back before hydration shows the right page", slowOneWidth, async ({ page }) => {
  await toCheckout(page, product);
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, name: "Checkout" })).toBeVisible();
  await page.goBack({ waitUntil: "commit" });
  held.resolve();
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await untilHydrated(page);
  await page.goForward();
  await expectStep(page, "Information");
});

test("Back during hydration shows the right page", slowOneWidth, async ({ page }) => {
  await toCheckout(page, product);
  // Changes the URL after the page has checked it but before the router is created, and without a popstate event. The
  // same happens if Back is pressed before the load event.
  const address = `/product?${new URLSearchParams({ link: product.link, variant: product.slug })}`;
  await page.evaluate((value) => sessionStorage.setItem("goes-to", value), address);
  await page.addInitScript(() => {
    let manifest: unknown;
    Object.defineProperty(globalThis, "__reactRouterManifest", {
      set(given) {
        manifest = given;
      },
      get() {
        const address = sessionStorage.getItem("goes-to");
        sessionStorage.removeItem("goes-to");
        if (address !== null) history.replaceState(history.state, "", address);
        return manifest;
      },
    });
  });
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1, name: product.name })).toBeVisible();
  await untilHydrated(page);
});

test(
  "two tabs share one cart and pay for it once",
  slowOneWidth,
  async ({ page, context, database }) => {
    const other = await takeProduct(database);
    const second = await context.newPage();
    await openProduct(second, other);
    await openProduct(page, product);
    await addToCart(page);
    await expect(badge(second)).toHaveText("1");
    await addToCart(second);
    await expect(badge(page)).toHaveText("2");

    for (const tab of [page, second]) {
      await tab.goto("/checkout");
      await expectStep(tab, "Information");
    }
    await toPayment(page, email);
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database, 2);
    await expect(second.getByText("Your cart is empty")).toBeVisible();
  },
);

test(
  "Buy Now buys that one product and leaves the cart unchanged",
  slowOneWidth,
  async ({ page, database }) => {
    const kept = await takeProduct(database);
    await openProduct(page, kept);
    await addToCart(page);
    await openProduct(page, product);
    await page.getByRole("button", { name: "Buy Now" }).first().click();
    await expect(page).toHaveURL(/\/checkout\?buy=now/);
    await expectStep(page, "Information");
    await page.reload();
    await toPayment(page, email);
    const units = page.getByRole("list", { name: "Items" }).getByRole("listitem");
    await expect(units).toHaveCount(1);
    await expect(units).toContainText(product.name);
    await pay(page, "Approve");
    await expectThanks(page);
    await expectOnePaidOrder(database);
    await expect(badge(page)).toHaveText("1");
  },
);
