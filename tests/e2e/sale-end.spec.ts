import type { Client } from "pg";
import { expect, slowOneWidth, test } from "./support/fixtures.ts";
import { type TestProduct, takeProduct } from "./support/products.ts";
import { addToCart, openProduct } from "./support/shopper.ts";

const seconds = 20;
const wholeDollars = (price: number) => `$${price.toFixed(2)}`;

/** Puts the variant on sale at half price, and returns the time when the sale ends. */
async function startSale(database: Client, { productId, variantId }: TestProduct): Promise<Date> {
  await database.query(
    "update shop.variants set regular_price_minor = price_minor, price_minor = price_minor / 2 where id = $1",
    [variantId],
  );
  const { rows } = await database.query<{ at: Date }>(
    `update shop.products set sale_ends_at = now() + make_interval(secs => $2) where id = $1
     returning sale_ends_at as at, shop.refresh_listings(store_id, array[id])`,
    [productId, seconds],
  );
  return rows[0]?.at ?? new Date(Number.NaN);
}

test(
  "when a sale ends, every open page changes the price at that second, whatever the browser's clock shows",
  slowOneWidth,
  async ({ page, context, browser, database, baseURL }) => {
    const product = await takeProduct(database);
    const half = wholeDollars(product.price / 2);
    const whole = wholeDollars(product.price);
    const end = await startSale(database, product);

    const sale = await context.newPage();
    await sale.goto("/sale?sort=newest");
    const card = sale.getByRole("article").filter({ hasText: product.name });
    await expect(card).toContainText(half);

    await openProduct(page, product);
    const offer = page.getByRole("main").locator("header").first();
    await expect(offer).toContainText(half);
    await expect(page.getByText("Flash sale ends in")).toBeVisible();
    const drawer = await addToCart(page);
    await expect(drawer).toContainText(half);

    const late = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    await late.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() - 3_600_000;
    });
    const other = await late.newPage();
    await openProduct(other, product);
    await expect(other.getByText("Flash sale ends in")).toBeVisible();
    expect(Date.now(), "the pages are open before the end").toBeLessThan(end.getTime());

    const after = { timeout: end.getTime() - Date.now() + 10_000 };
    for (const shown of [page, other]) {
      await expect(shown.getByText("Flash sale ends in")).toHaveCount(0, after);
      await expect(shown.getByRole("main").locator("header").first()).toContainText(whole);
      await expect(shown.getByRole("main").locator("header").first()).not.toContainText(
        /off|\bwas\b/i,
      );
    }
    await expect(drawer).toContainText(
      `The sale has ended. The price is now ${whole} (it was ${half})`,
    );
    await expect(card).toHaveCount(0);
    await expect(offer).not.toContainText(half);
    await late.close();
  },
);
