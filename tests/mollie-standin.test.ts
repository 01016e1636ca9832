// @module-tag slow

import type { Browser, Page } from "@playwright/test";
import { start } from "@vetrina/payment-standins/start";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser, serveShop } from "./standins/shop-page.ts";

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());
afterAll(() => browser.close());

test.each([
  ["Paid", "paid"],
  ["Failed", "failed"],
  ["Canceled", "canceled"],
  ["Open", "open"],
])("sends the shopper back: %s", async (label, status) => {
  const mollie = await start("mollie");
  const shop = await serveShop(mollie.origin);
  await shop.open(page, "<h1>Thank you</h1>", "/return");
  const answer = await fetch(`${mollie.origin}/v2/payments`, {
    method: "POST",
    headers: {
      authorization: `Bearer test_${"a".repeat(30)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      amount: { currency: "EUR", value: "20.00" },
      description: "Order 1",
      redirectUrl: `${shop.origin}/return`,
    }),
  });
  const payment = (await answer.json()) as { id: string };
  await page.goto(`${mollie.origin}/checkout/select-method/${payment.id}`);
  await page.getByLabel(label, { exact: true }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  const shown = await fetch(`${mollie.origin}/v2/payments/${payment.id}`, {
    headers: { authorization: `Bearer test_${"a".repeat(30)}` },
  });
  expect(await shown.json()).toMatchObject({ status });
  await mollie.stop();
  await shop.stop();
});
