import type { BrowserContext, Locator, Page } from "@playwright/test";
import { expect, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { ordersOf, setAvailable, takeProduct } from "./support/products.ts";
import {
  addToCart,
  expectStep,
  expectThanks,
  openProduct,
  pay,
  payButton,
  testWindow,
  toCheckout,
  toPayment,
} from "./support/shopper.ts";

const sum = (place: Locator | Page, name: RegExp) =>
  place.locator("dl > div").filter({ hasText: name }).locator("dd");

/** The number in an amount like "$12.50". */
const amount = (text: string) => Number(text.replaceAll(/[^\d.]/g, ""));

async function apply(place: Locator | Page, code: string): Promise<void> {
  await place.getByLabel("Discount code").fill(code);
  await place.getByRole("button", { name: "Apply" }).click();
}

/** Opens the cart in another tab, with its totals. */
async function openCart(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  const quoted = tab.waitForResponse(/\/shipping\/calculate$/);
  await tab.goto("/cart");
  await quoted;
  await untilHydrated(tab);
  return tab;
}

test(
  "a discount code and a country entered in the cart are kept in the checkout",
  slowOneWidth,
  async ({ page, database }) => {
    await openProduct(page, await takeProduct(database));
    const drawer = await addToCart(page);
    await expect(drawer.getByText(/estimated for the United States/)).toBeVisible();
    const total = await sum(drawer, /^Total/).innerText();
    await drawer.getByRole("button", { name: "I have a discount code" }).click();
    await apply(drawer, "NO-SUCH-CODE");
    const refusal = drawer.getByText("The code NO-SUCH-CODE is not valid.");
    await expect(refusal).toBeVisible();
    // The totals stay at the drawer's bottom and don't cover the message.
    await expect
      .poll(async () => {
        const [error, sums] = [
          await refusal.boundingBox(),
          await sum(drawer, /^Subtotal/).boundingBox(),
        ];
        return (error?.y ?? Infinity) + (error?.height ?? 0) <= (sums?.y ?? 0);
      })
      .toBe(true);
    await expect(sum(drawer, /^Total/)).toHaveText(total);
    await apply(drawer, "welcome10");
    await expect(sum(drawer, /^Discount \(WELCOME10\)/)).toHaveText(/^−\$/);
    await expect(sum(drawer, /^Total/)).not.toHaveText(total);
    await expectNoViolations(page);

    await page.goto("/cart");
    await untilHydrated(page);
    await expect(sum(page, /^Discount \(WELCOME10\)/)).toBeVisible();
    await page.getByLabel("Ship to").selectOption("IT");
    await expect(page.getByText(/^Shipping to Italy \(/)).toBeVisible();
    const inCart = await sum(page, /^Total/).innerText();
    await page.reload();
    await expect(page.getByLabel("Ship to")).toHaveValue("IT");
    await expect(sum(page, /^Total/)).toHaveText(inCart);

    await page.getByRole("link", { name: "Checkout", exact: true }).click();
    await expectStep(page, "Information");
    await expect(page.getByLabel("Country")).toHaveValue("IT");
    await expect(sum(page, /^Total/)).toHaveText(inCart);
    await page.goto("/cart");
    await untilHydrated(page);
    await page.getByRole("button", { name: "Remove the code WELCOME10" }).click();
    await expect(sum(page, /^Discount/)).toHaveCount(0);
  },
);

test(
  "all tabs have the cart's discount code and its totals, also after a tab was closed",
  slowOneWidth,
  async ({ page, context, database }) => {
    for (let added = 0; added < 2; added++) {
      await openProduct(page, await takeProduct(database));
      await addToCart(page);
    }
    const second = await openCart(context);
    const full = await sum(second, /^Total/).innerText();
    const drawer = page.getByRole("dialog", { name: "Your cart" });
    await drawer.getByRole("button", { name: "I have a discount code" }).click();
    await apply(drawer, "welcome10");
    await expect(sum(second, /^Discount \(WELCOME10\)/)).toHaveText(/^−\$/);
    const reduced = await sum(second, /^Total/).innerText();
    expect(reduced).not.toBe(full);
    await expect(sum(drawer, /^Total/)).toHaveText(reduced);

    await page.close();
    const third = await openCart(context);
    await expect(sum(third, /^Total/)).toHaveText(reduced);
    await second.getByRole("button", { name: "Remove the code WELCOME10" }).click();
    await expect(sum(third, /^Total/)).toHaveText(full);
    await expect(sum(third, /^Discount/)).toHaveCount(0);
    // The field is opened only where the code was removed.
    await expect(second.getByLabel("Discount code")).toBeVisible();
    await expect(third.getByRole("button", { name: "I have a discount code" })).toBeVisible();

    await apply(second, "welcome10");
    await expect(sum(third, /^Total/)).toHaveText(reduced);
    await third.getByRole("button", { name: "Clear cart" }).click();
    await expect(second.getByText("Your cart is empty")).toBeVisible();
    await third.getByRole("button", { name: "Undo" }).click();
    for (const tab of [second, third]) await expect(sum(tab, /^Total/)).toHaveText(reduced);
    await third.getByRole("button", { name: "Clear cart" }).click();
    await openProduct(second, await takeProduct(database));
    const later = await addToCart(second);
    await expect(later.getByRole("button", { name: "I have a discount code" })).toBeVisible();
  },
);

test(
  "a code removed in another tab raises the total that the checkout shows and charges, and a paid code ends in every tab",
  slowOneWidth,
  async ({ page, context, database }, { project, testId }) => {
    const email = `${testId}-${project.name}@example.com`;
    await toCheckout(page, await takeProduct(database));
    const summary = page.getByRole("region", { name: "Order summary" });
    await summary.getByRole("button", { name: "I have a discount code" }).click();
    await apply(summary, "welcome10");
    await toPayment(page, email);
    await expect(sum(summary, /^Discount \(WELCOME10\)/)).toBeVisible();
    const reduced = await payButton(page).innerText();

    const second = await openCart(context);
    const held = Promise.withResolvers<void>();
    await page.route("**/shipping/calculate", async (route) => {
      await held.promise;
      await route.continue();
    });
    await second.getByRole("button", { name: "Remove the code WELCOME10" }).click();
    // Without the new total, the order can't be paid.
    const button = page.getByRole("button", { name: "Pay", exact: true });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    held.resolve();
    await expect(payButton(page)).not.toHaveText(reduced);
    await expect(sum(summary, /^Discount/)).toHaveCount(0);
    const full = await payButton(page).innerText();
    await payButton(page).click();
    await expect(testWindow(page)).toBeVisible();

    // The order is placed, so a code that is applied now doesn't change the total that is being paid.
    await apply(second, "welcome10");
    await expect(sum(second, /^Discount \(WELCOME10\)/)).toBeVisible();
    await expect(summary.getByText("Code WELCOME10", { exact: true })).toBeAttached();
    await expect(sum(summary, /^Total/)).toHaveText(full.replace("Pay ", ""));
    await testWindow(page)
      .getByRole("button", { name: /^Close/ })
      .click();
    await expect(payButton(page)).toHaveText(reduced);
    await pay(page, "Approve");
    await expectThanks(page);
    const orders = await ordersOf(database, email);
    expect(orders.map(({ total }) => total)).toEqual([amount(full), amount(reduced)]);
    expect(orders.map(({ paid, captured }) => [paid, captured])).toEqual([
      [false, 0],
      [true, amount(reduced)],
    ]);
    await openProduct(second, await takeProduct(database));
    const drawer = await addToCart(second);
    await expect(drawer.getByRole("button", { name: "I have a discount code" })).toBeVisible();
  },
);

test(
  "the item of Buy Now is moved to the cart on the way there, and can still be bought alone",
  slowOneWidth,
  async ({ page, database }) => {
    const [kept, product] = [await takeProduct(database), await takeProduct(database)];
    await openProduct(page, kept);
    await addToCart(page);
    await openProduct(page, product);
    await page.getByRole("button", { name: "Buy Now" }).first().click();
    await expectStep(page, "Information");
    await page.getByRole("link", { name: "Move to cart" }).click();
    const lines = page.getByRole("list", { name: "In your cart" }).getByRole("listitem");
    await expect(lines).toHaveCount(2);
    await expect(lines.filter({ hasText: product.name })).toBeVisible();
    await page.goBack();
    await expectStep(page, "Information");
    await expect(page.getByRole("list", { name: "Items" }).getByRole("listitem")).toHaveCount(1);
  },
);

test(
  "what an unpaid order holds stays in its shopper's cart, with its quantity",
  slowOneWidth,
  async ({ page, database }, { project, testId }) => {
    const product = await takeProduct(database);
    await setAvailable(database, product, 2);
    await toCheckout(page, product);
    await page.goto("/cart");
    const line = page.getByRole("list", { name: "In your cart" });
    await line.getByRole("button", { name: "Add one" }).click();
    await expect(line.locator("input")).toHaveValue("2");
    await page.getByRole("link", { name: "Checkout", exact: true }).click();
    await toPayment(page, `${testId}-${project.name}@example.com`);
    await payButton(page).click();
    await testWindow(page)
      .getByRole("button", { name: /^Close/ })
      .click();

    const quoted = page.waitForResponse(/\/shipping\/calculate$/);
    await page.goto("/cart");
    await quoted;
    await expect(page.getByText("Subtotal")).toBeVisible();
    await expect(line.locator("input")).toHaveValue("2");
    await expect(page.getByText("No longer available")).toBeHidden();
    await expect(page.getByText("quantity reduced")).toBeHidden();

    await setAvailable(database, product, 1);
    await page.reload();
    await expect(page.getByText("Subtotal")).toBeVisible();
    await expect(line.locator("input")).toHaveValue("2");
    await expect(page.getByText("quantity reduced")).toBeHidden();
    await page.getByRole("link", { name: "Checkout", exact: true }).click();
    await expect(page.getByText("Your items are held for you until")).toBeVisible();
  },
);
