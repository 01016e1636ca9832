import { expect, oneWidth, test } from "./support/fixtures.ts";
import { takeProduct } from "./support/products.ts";

test(
  "a link in an email opens the order in another browser, and the key is removed from the URL",
  oneWidth,
  async ({ page, database, browserErrors, baseURL }) => {
    const product = await takeProduct(database);
    const { rows } = await database.query<{ store_id: string }>(
      "select store_id from shop.variants where id = $1",
      [product.variantId],
    );
    const answer = await fetch(new URL(`/api/v1/orders/store/${rows[0]?.store_id}`, baseURL), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        items: [{ variantId: product.variantId, quantity: 1 }],
        email: "ada@example.com",
        shippingAddress: {
          name: "Ada Lovelace",
          address: "1 Analytical Way",
          city: "Austin",
          region: "TX",
          postalCode: "78701",
          country: "US",
        },
      }),
    });
    const order = (await answer.json()) as { id: string; orderKey: string; orderNumber: string };
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (/No order to show/.test(document.body?.innerText ?? "")) document.title = "none shown";
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`/order#${order.id}.${order.orderKey}`);
    await expect(page.getByRole("heading", { name: `Order ${order.orderNumber}` })).toBeVisible();
    await expect(page.getByRole("list", { name: "Steps of your order" })).toBeVisible();
    await expect(page.getByText(product.name).first()).toBeVisible();
    expect(page.url()).not.toContain(order.orderKey);
    await expect(page).not.toHaveTitle("none shown");
    await page.reload();
    await expect(page.getByRole("heading", { name: `Order ${order.orderNumber}` })).toBeVisible();
    await page.context().clearCookies();
    browserErrors.expect(/404/, "the order is no longer known to this browser");
    await page.goto(`/order#${order.id}.${"x".repeat(43)}`);
    await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await page.getByRole("link", { name: "Track Order" }).last().click();
    await expect(page).toHaveURL(/\/order-tracking$/);
    await page.goto("/order");
    await expect(page.getByRole("heading", { name: "No order to show" })).toBeVisible();
  },
);
