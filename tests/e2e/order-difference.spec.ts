import type { APIRequestContext } from "@playwright/test";
import { administrator, expect, slow, test } from "./support/fixtures.ts";
import { takeProduct } from "./support/products.ts";
import { decide, testWindow } from "./support/shopper.ts";

const shippingAddress = {
  name: "Ada Lovelace",
  address: "1 Analytical Way",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

/** Calls the API with JSON. */
async function call<T>(
  request: APIRequestContext,
  method: "post" | "put",
  path: string,
  { data, headers = {} }: { data: object; headers?: Record<string, string> },
): Promise<T> {
  const answer = await request[method](`/api/v1${path}`, { data, headers });
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

test(
  "the buyer opens the order by its link and pays the difference",
  slow,
  async ({ page, request, database }, { outputDir }) => {
    const product = await takeProduct(database);
    const { rows } = await database.query<{ store_id: string }>(
      "select store_id from shop.variants where id = $1",
      [product.variantId],
    );
    const items = [{ variantId: product.variantId, quantity: 1 }];
    const order = await call<{ id: string; orderKey: string; orderNumber: string }>(
      request,
      "post",
      `/orders/store/${rows[0]?.store_id}`,
      { data: { items, email: "ada@example.com", shippingAddress } },
    );
    const headers = { "x-order-key": order.orderKey };
    const intent = await call<{ id: string }>(
      request,
      "post",
      `/orders/${order.id}/payment-intent`,
      {
        data: { provider: "other" },
        headers,
      },
    );
    await call(request, "post", `/payment/test/${intent.id}/decision`, {
      data: { decision: "approve" },
      headers,
    });
    await call(request, "post", `/orders/${order.id}/process-payment`, {
      data: { provider: "other", paymentIntentId: intent.id },
      headers,
    });
    const { accessToken } = await call<{ accessToken: string }>(request, "post", "/users/login", {
      data: administrator,
    });
    const change = await call<{ status: string; due: number }>(
      request,
      "put",
      `/orders/items/${order.id}`,
      {
        data: { items: [{ variantId: product.variantId, quantity: 1 }] },
        headers: { authorization: `Bearer ${accessToken}` },
      },
    );
    expect(change.status).toBe("OPEN");

    await page.goto(`/order#${order.id}.${order.orderKey}`);
    await expect(page.getByRole("heading", { name: "Pay the difference" })).toBeVisible();
    await expect(page.getByText("You can cancel this order.")).toHaveCount(0);
    await page.screenshot({ path: `${outputDir}/difference.png`, fullPage: true });
    await page.getByRole("link", { name: /^Pay \$/ }).click();
    const button = page.getByRole("button", { name: /^Pay \$/ });
    await expect(button).toContainText(change.due.toFixed(2));
    await expect(page.getByText(/for the change to your order$/)).toBeVisible();
    await expect(page.getByText("This is your order before the change.")).toBeVisible();
    await expect(page.getByText("No other costs")).toHaveCount(0);
    await page.screenshot({ path: `${outputDir}/payment.png`, fullPage: true });
    await button.click();
    await expect(testWindow(page)).toBeVisible();
    await decide(page, "Approve");
    await expect(page).toHaveURL(new RegExp(`/order\\?id=${order.id}$`));
    await expect(page.getByRole("heading", { name: `Order ${order.orderNumber}` })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Pay the difference" })).toBeHidden();
    const shown = page.locator('[aria-labelledby="items-title"]');
    await expect(shown.getByRole("link", { name: product.name })).toHaveCount(2);
    await page.screenshot({ path: `${outputDir}/paid.png`, fullPage: true });
  },
);
