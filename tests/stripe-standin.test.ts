// @module-tag slow

import type { Browser, Page } from "@playwright/test";
import { type Standin, start } from "@vetrina/payment-standins/start";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser, logOf, serveShop } from "./standins/shop-page.ts";

let browser: Browser;
let page: Page;
let stripe: Standin;
let shop: Awaited<ReturnType<typeof serveShop>>;

beforeAll(async () => {
  browser = await launchBrowser();
  stripe = await start("stripe");
  shop = await serveShop(stripe.origin);
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await stripe.stop();
  await shop.stop();
});

async function createIntent(): Promise<{ id: string; client_secret: string }> {
  const answer = await fetch(`${stripe.origin}/v1/payment_intents`, {
    method: "POST",
    headers: { authorization: "Bearer sk_test_shop" },
    body: new URLSearchParams({
      amount: "2000",
      currency: "eur",
      "automatic_payment_methods[enabled]": "true",
    }),
  });
  return (await answer.json()) as { id: string; client_secret: string };
}

async function openCheckout(redirect = "if_required"): Promise<{ id: string }> {
  const intent = await createIntent();
  await shop.open(
    page,
    `<script src="${stripe.origin}/endive/stripe.js"></script><div id="element"></div><button>Pay</button><script>
    const stripe = Stripe("pk_test_shop");
    const elements = stripe.elements({ clientSecret: "${intent.client_secret}", appearance: {} });
    const element = elements.create("payment");
    element.on("ready", () => log.push("ready"));
    element.mount("#element");
    document.querySelector("button").addEventListener("click", async () => {
      const submitted = await elements.submit();
      if (submitted.error) { log.push(submitted.error.message); return; }
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements, redirect: "${redirect}", confirmParams: { return_url: location.origin + "/return" },
      });
      log.push(error ? error.code : paymentIntent.status);
    });</script>`,
  );
  await expect.poll(() => logOf(page)).toEqual(["ready"]);
  return intent;
}

async function pay(number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12 / 34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay" }).click();
}

test("pays with the Payment Element after a wrong number and a decline", async () => {
  const { id } = await openCheckout();
  await pay("4242");
  await page.getByText("Your card number is invalid.").waitFor();
  await pay("4000000000000002");
  await page.getByText("Your card was declined.").waitFor();
  await pay("4242424242424242");
  await expect
    .poll(() => logOf(page))
    .toEqual(["ready", "Your card number is invalid.", "card_declined", "succeeded"]);
  expect(await stripe.control.ledger({ payment: id })).toHaveLength(1);
});

test.each([
  ["Complete", "succeeded", 1],
  ["Fail", "payment_intent_authentication_failure", 0],
])("shows the 3-D Secure dialog: %s -> %s", async (button, result, entries) => {
  const { id } = await openCheckout();
  await pay("4000002500003155");
  await page.frameLocator("iframe").getByRole("button", { name: button }).click();
  await expect.poll(() => logOf(page)).toEqual(["ready", result]);
  expect(await stripe.control.ledger({ payment: id })).toHaveLength(entries);
});

test("ends with an error when the shopper closes the 3-D Secure dialog", async () => {
  await openCheckout();
  await pay("4000002500003155");
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => logOf(page)).toEqual(["ready", "payment_intent_authentication_failure"]);
});

test("returns to the shop's page, unless the shop redirects only if required", async () => {
  const { id } = await openCheckout("always");
  await pay("4242424242424242");
  await page.waitForURL((url) => url.pathname === "/return");
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("payment_intent"), searchParams.get("redirect_status")]).toEqual([
    id,
    "succeeded",
  ]);
});

test("has a wallet if the test requests one, and the shop may reject its address", async () => {
  await stripe.control.browser({ wallets: true });
  const intent = await createIntent();
  await shop.open(
    page,
    `<script src="${stripe.origin}/endive/stripe.js"></script><div id="element"></div><script>
    const stripe = Stripe("pk_test_shop");
    const elements = stripe.elements({ mode: "payment", amount: 2000, currency: "eur" });
    const element = elements.create("expressCheckout");
    element.on("click", ({ resolve }) => resolve({ shippingAddressRequired: true, lineItems: [{ name: "Shirt", amount: 1500 }] }));
    element.on("shippingaddresschange", ({ address, resolve, reject }) => {
      log.push(address.country);
      if (address.country === "AQ") reject();
      else resolve({ lineItems: [{ name: "Shirt", amount: 1500 }, { name: "Shipping", amount: 500 }], shippingRates: [{ id: "std", displayName: "Standard", amount: 500 }] });
    });
    element.on("confirm", async ({ shippingAddress }) => {
      const { paymentIntent } = await stripe.confirmPayment({
        elements, clientSecret: "${intent.client_secret}", redirect: "if_required", confirmParams: { return_url: location.href },
      });
      log.push(shippingAddress.address.country, paymentIntent.status);
    });
    element.mount("#element");</script>`,
  );
  await page.getByRole("button", { name: "Apple Pay" }).click();
  await page.getByText("Total: 2000").waitFor();
  await page.getByLabel("Ship to").selectOption({ index: 2 });
  await page.getByText("doesn't ship to this address").waitFor();
  expect(await page.getByRole("button", { name: "Pay", exact: true }).isDisabled()).toBe(true);
  await page.getByLabel("Ship to").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect.poll(() => logOf(page)).toEqual(["IT", "AQ", "IT", "IT", "succeeded"]);
  await stripe.control.browser({ wallets: false });
});

test("has no wallets", async () => {
  await shop.open(
    page,
    `<script src="${stripe.origin}/endive/stripe.js"></script><script>
    Stripe("pk_test_shop").paymentRequest({}).canMakePayment().then((wallets) => log.push(wallets, Stripe.version));</script>`,
  );
  await expect.poll(() => logOf(page)).toEqual([null, "endive"]);
});
