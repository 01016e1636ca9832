import { expect, slow, test } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";

test(
  "the API documentation can be searched, linked to and tried out, and sends nothing to other origins",
  slow,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/\b401\b/, "a wrong key is tried");
    // The fixture fails the test if the page requests another origin or violates the Content-Security-Policy.
    await page.goto("/api/v1/docs");
    await page.keyboard.press("/");
    await page.keyboard.type("list products");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status")).toContainText("found");
    await page.locator('a[href$="/docs/products#listProducts"]').click();
    const call = page.locator("#listProducts");
    await expect(call).toBeInViewport();

    await call.getByText("Try it").click();
    await call.getByLabel("linkStoreId").fill("sorvela");
    await call.getByLabel("limit").fill("1");
    await call.getByRole("button", { name: "Send" }).click();
    const answer = call.locator("output");
    await expect(answer).toContainText("200 OK");
    await expect(answer.locator("pre")).toContainText('"limit": 1');
    await expectNoViolations(page);

    // The request contains this invalid key and no other credentials.
    await page.getByLabel(/Access token or API key/).fill("vk_wrong");
    await page.goto("/api/v1/docs/orders#listOrders");
    const orders = page.locator("#listOrders");
    await orders.getByText("Try it").click();
    await orders.getByLabel("storeId").fill("sorvela");
    await orders.getByRole("button", { name: "Send" }).click();
    await expect(orders.locator("output")).toContainText("401");
    await page.getByRole("button", { name: "Forget" }).click();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
  },
);
