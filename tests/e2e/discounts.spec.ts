import type { Client } from "pg";
import type { Locator, Page } from "@playwright/test";
import { expect, slow, test, untilHydrated } from "./support/fixtures.ts";
import { ordersOf, takeProduct, type TestProduct } from "./support/products.ts";
import {
  addToCart,
  expectStep,
  expectThanks,
  openProduct,
  pay,
  toPayment,
} from "./support/shopper.ts";

/**
 * Adds a discount code and automatic discounts, all for one product, so that they don't apply to other tests' carts.
 * Returns the code.
 */
async function addDiscounts(database: Client, { productId }: TestProduct): Promise<string> {
  const code = `E2E-${productId.slice(-8)}`;
  await database.query(
    `insert into shop.discounts (store_id, id, title, code, type, value, give, products, combines)
     select p.store_id, gen_random_uuid(), d.title, d.code, d.type, d.value, d.give::jsonb, array[p.id], true
     from shop.products p, (values
       ('2 for 1', null, 'PERCENTAGE', 10000, '{"buy": 1, "get": 1, "products": [], "collections": [], "times": null}'),
       ('Autumn', null, 'PERCENTAGE', 1000, null),
       ('Ships free', null, 'FREE_SHIPPING', 0, null),
       ('Code', $2, 'FIXED_AMOUNT', 500, null)) d (title, code, type, value, give)
     where p.id = $1`,
    [productId, code],
  );
  return code;
}

/** The rows of the totals as text, such as "Discount (Autumn) −$4.50". */
async function rows(place: Locator | Page): Promise<string[]> {
  const sums = /^(?:Subtotal|Discount|Shipping(?! address| method)|Tax|Total)/;
  const texts = await place.locator("dl > div").filter({ hasText: sums }).allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

test(
  "a code, automatic discounts, buy X get Y and free shipping are the same in drawer, cart and checkout, and charged as shown",
  slow,
  async ({ page, database }) => {
    const product = await takeProduct(database);
    const code = await addDiscounts(database, product);
    await openProduct(page, product);
    await page.getByRole("textbox", { name: /^Quantity of/ }).fill("2");
    const drawer = await addToCart(page);
    await drawer.getByRole("button", { name: "I have a discount code" }).click();
    await drawer.getByLabel("Discount code").fill(code.toLowerCase());
    await drawer.getByRole("button", { name: "Apply" }).click();
    await expect(drawer.getByText(`Discount (${code})`)).toBeVisible();
    const shown = await rows(drawer);
    expect(shown.map((row) => row.replace(/ −?(?:\$[\d,.]+|Free)$/, ""))).toEqual([
      "Subtotal",
      "Discount (2 for 1)",
      "Discount (Autumn)",
      `Discount (${code})`,
      expect.stringMatching(/^Shipping/),
      "Tax (8%)",
      "Total",
    ]);

    await page.goto("/cart");
    await untilHydrated(page);
    await expect.poll(() => rows(page)).toEqual(shown);
    await page.getByRole("link", { name: "Checkout", exact: true }).click();
    await expectStep(page, "Information");
    const summary = page.getByRole("button", { name: "Show order summary" });
    if (await summary.isVisible()) await summary.click();
    await expect
      .poll(() => rows(page.getByRole("region", { name: "Order summary" })))
      .toEqual(shown);

    const email = `${product.productId}@example.com`;
    await toPayment(page, email);
    await expect
      .poll(() => rows(page.getByRole("region", { name: "Order summary" })))
      .toEqual(shown);
    await pay(page, "Approve");
    await expectThanks(page);
    const [order] = await ordersOf(database, email);
    const total = Number(shown.at(-1)?.replaceAll(/[^\d.]/g, ""));
    expect(order).toMatchObject({ paid: true, total, captured: total });
    await expect.poll(() => rows(page)).toEqual(shown);
  },
);
