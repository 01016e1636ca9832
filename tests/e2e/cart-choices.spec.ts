import type { Locator, Page } from "@playwright/test";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { setAvailable, takeProduct } from "./support/products.ts";
import {
  addToCart,
  expectStep,
  openProduct,
  payButton,
  testWindow,
  toCheckout,
  toPayment,
} from "./support/shopper.ts";

const sum = (place: Locator | Page, name: RegExp) =>
  place.locator("dl > div").filter({ hasText: name }).locator("dd");

async function apply(place: Locator | Page, code: string): Promise<void> {
  await place.getByLabel("Discount code").fill(code);
  await place.getByRole("button", { name: "Apply" }).click();
}

test(
  "a discount code and a country entered in the cart are kept in the checkout",
  oneWidth,
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
  oneWidth,
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
