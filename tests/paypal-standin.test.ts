// @module-tag slow

import type { Browser, Page } from "@playwright/test";
import { type Standin, start } from "@vetrina/payment-standins/start";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchBrowser, logOf, serveShop } from "./standins/shop-page.ts";

let browser: Browser;
let page: Page;
let paypal: Standin;
let shop: Awaited<ReturnType<typeof serveShop>>;

beforeAll(async () => {
  browser = await launchBrowser();
  paypal = await start("paypal");
  shop = await serveShop(paypal.origin);
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await paypal.stop();
  await shop.stop();
});

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const credentials = Buffer.from("test:secret").toString("base64");
  const token = await fetch(`${paypal.origin}/v1/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token: bearer } = (await token.json()) as { access_token: string };
  const answer = await fetch(paypal.origin + path, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
}

/** Makes the calls that a shop's server makes for its page. */
async function serveCalls(): Promise<void> {
  await page.exposeFunction("createOrder", async () => {
    const amount = { currency_code: "EUR", value: "20.00" };
    const { id } = await call("POST", "/v2/checkout/orders", {
      intent: "CAPTURE",
      purchase_units: [{ amount }],
    });
    return id;
  });
  await page.exposeFunction("captureOrder", async (id: string) => {
    const { status, details } = await call("POST", `/v2/checkout/orders/${id}/capture`);
    return (details as { issue: string }[] | undefined)?.[0]?.issue ?? status;
  });
  await page.exposeFunction("changeAmount", (id: string, value: string) =>
    call("PATCH", `/v2/checkout/orders/${id}`, [
      {
        op: "replace",
        path: "/purchase_units/@reference_id=='default'/amount",
        value: { currency_code: "EUR", value },
      },
    ]),
  );
}

const sdk = (query: string, attributes = "") =>
  `<script src="${paypal.origin}/sdk/js?client-id=test&currency=EUR&${query}" ${attributes}></script>`;

const buttons = `<div id="buttons"></div><script>
  paypal.Buttons({
    style: { color: "gold", layout: "vertical", height: 48 },
    createOrder: () => window.createOrder(),
    onApprove: async ({ orderID }, actions) => {
      const result = await window.captureOrder(orderID);
      log.push(result);
      if (result === "INSTRUMENT_DECLINED") actions.restart();
    },
    onCancel: () => { log.push("cancelled"); },
    onError: (error) => { log.push(String(error)); },
  }).render("#buttons");</script>`;

async function openWindow(): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "PayPal", exact: true }).click();
  return opened;
}

test("pays in its window", async () => {
  await serveCalls();
  await shop.open(page, sdk("components=buttons") + buttons);
  const popup = await openWindow();
  await popup.getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => logOf(page)).toEqual(["COMPLETED"]);
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test("pays in a frame if the browser blocks windows", async () => {
  await serveCalls();
  await page.addInitScript("window.open = () => null");
  await shop.open(page, sdk("components=buttons") + buttons);
  const button = page.getByRole("button", { name: "PayPal", exact: true });
  await button.click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => logOf(page)).toEqual(["cancelled"]);
  await button.click();
  await frame.getByRole("button", { name: "Decline" }).click();
  await frame.getByText("Your bank declined this payment").waitFor();
  await frame.getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => logOf(page)).toEqual(["cancelled", "INSTRUMENT_DECLINED", "COMPLETED"]);
  await expect.poll(() => page.locator("iframe").count()).toBe(0);
});

test("shows the window again after a decline", async () => {
  await serveCalls();
  await shop.open(page, sdk("components=buttons") + buttons);
  const popup = await openWindow();
  await popup.getByRole("button", { name: "Decline" }).click();
  await popup.getByText("Your bank declined this payment").waitFor();
  await popup.getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => logOf(page)).toEqual(["INSTRUMENT_DECLINED", "COMPLETED"]);
});

test("tells the shop when the buyer closes the window, by its button or by the browser", async () => {
  await serveCalls();
  await shop.open(page, sdk("components=buttons") + buttons);
  await (await openWindow()).getByRole("button", { name: "Close" }).click();
  await expect.poll(() => logOf(page)).toEqual(["cancelled"]);
  const popup = await openWindow();
  await popup.getByRole("button", { name: "Approve" }).waitFor();
  await popup.close();
  await expect.poll(() => logOf(page)).toEqual(["cancelled", "cancelled"]);
});

test("lets the shop reject an address and change the amount for another", async () => {
  await serveCalls();
  const express = buttons.replace(
    "onCancel:",
    `onShippingAddressChange: async ({ orderID, shippingAddress, errors }, actions) => {
      log.push(shippingAddress.countryCode);
      if (shippingAddress.countryCode === "AQ") return actions.reject(errors.COUNTRY_ERROR);
      await window.changeAmount(orderID, shippingAddress.countryCode === "IT" ? "25.00" : "30.00");
    },
    onCancel:`,
  );
  await shop.open(page, sdk("components=buttons") + express);
  const popup = await openWindow();
  await popup.getByText("30.00 EUR").waitFor();
  await popup.getByLabel("Ship to").selectOption({ index: 3 });
  await popup.getByText("doesn't ship to this address").waitFor();
  expect(await popup.getByRole("button", { name: "Approve" }).isDisabled()).toBe(true);
  await popup.getByLabel("Ship to").selectOption({ index: 1 });
  await popup.getByText("25.00 EUR").waitFor();
  await popup.getByLabel("Email").fill("ada@example.com");
  await popup.getByRole("button", { name: "Approve" }).click();
  await expect.poll(() => logOf(page)).toEqual(["US", "AQ", "IT", "COMPLETED"]);
  const taken = paypal.ledger().at(-1);
  expect(taken?.amountMinor).toBe(2500);
  expect(await call("GET", `/v2/checkout/orders/${taken?.payment}`)).toMatchObject({
    payer: { email_address: "ada@example.com" },
  });
});

const cardFields = `<div id="number"></div><div id="expiry"></div><div id="cvv"></div><button>Pay</button><script>
  const fields = paypal.CardFields({
    createOrder: () => window.createOrder(),
    onApprove: async ({ orderID, liabilityShift }) => { log.push(liabilityShift, await window.captureOrder(orderID)); },
    onCancel: () => { log.push("cancelled"); },
    onError: (error) => { log.push(error.message); },
  });
  fields.NumberField().render("#number"); fields.ExpiryField().render("#expiry"); fields.CVVField().render("#cvv");
  document.querySelector("button").addEventListener("click", () => fields.submit().catch(() => undefined));</script>`;

async function payByCard(number: string): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("12/34");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

test("takes cards, with 3-D Secure if the card requires it", async () => {
  await serveCalls();
  await shop.open(page, sdk("components=card-fields") + cardFields);
  await payByCard("4111 1111 1111 1112");
  await expect.poll(() => logOf(page)).toEqual(["INVALID_NUMBER"]);
  await payByCard("4111 1111 1111 1111");
  await expect.poll(() => logOf(page)).toEqual(["INVALID_NUMBER", "UNKNOWN", "COMPLETED"]);
  await payByCard("4000000000002503");
  await page.frameLocator("iframe").getByRole("button", { name: "Complete" }).click();
  await expect.poll(async () => (await logOf(page)).slice(3)).toEqual(["POSSIBLE", "COMPLETED"]);
  await payByCard("4000000000002503");
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(async () => (await logOf(page)).slice(5)).toEqual(["cancelled"]);
});

const eligible = (attributes: string) =>
  `${sdk("components=card-fields,hosted-fields", attributes)}<script>
    log.push(paypal.CardFields({}).isEligible(), paypal.HostedFields.isEligible());</script>`;

test("offers hosted fields with a client token, and card fields unless they are switched off", async () => {
  await shop.open(page, eligible(""));
  expect(await logOf(page)).toEqual([true, false]);
  await paypal.control.browser({ cardFields: false });
  await shop.open(page, eligible('data-client-token="abc"'));
  expect(await logOf(page)).toEqual([false, true]);
  await paypal.control.browser({ cardFields: true });
});

test("pays with hosted fields", async () => {
  await serveCalls();
  await shop.open(
    page,
    `${sdk("components=hosted-fields", 'data-client-token="abc"')}
    <div id="number"></div><div id="cvv"></div><div id="date"></div><button>Pay</button><script>
    paypal.HostedFields.render({
      createOrder: () => window.createOrder(),
      fields: { number: { selector: "#number" }, cvv: { selector: "#cvv" }, expirationDate: { selector: "#date" } },
    }).then((hosted) => document.querySelector("button").addEventListener("click", async () => {
      const { orderId, card } = await hosted.submit({ cardholderName: "Ada", contingencies: ["SCA_WHEN_REQUIRED"] });
      log.push(card.last_digits, await window.captureOrder(orderId));
    }));</script>`,
  );
  await payByCard("4111 1111 1111 1111");
  await expect.poll(() => logOf(page)).toEqual(["1111", "COMPLETED"]);
});

test("fails to load if a fault is set", async () => {
  await paypal.control.faults.add({ on: "GET /sdk/js", kind: "status", status: 500 });
  await shop.open(page, sdk("components=buttons", `onerror="log.push('failed')"`));
  expect(await logOf(page)).toEqual(["failed"]);
});
