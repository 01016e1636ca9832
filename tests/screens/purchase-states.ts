import type { Page } from "@playwright/test";
import {
  addToCart,
  address,
  decide,
  expectStep,
  expectThanks,
  fillInformation,
  testWindow,
} from "../e2e/support/shopper.ts";
import { expect, untilHydrated } from "../e2e/support/fixtures.ts";
import type { Journey } from "./journey.ts";

const cart = (page: Page) => page.getByRole("dialog", { name: "Your cart" });
const quantity = (page: Page) => cart(page).getByRole("textbox", { name: /^Quantity of/ });

/** The states from the product page to finding the order again. */
export const purchase: Journey = {
  name: "purchase",
  at: ({ buyable }) => buyable,
  states: [
    {
      name: "cart",
      async act(page) {
        await addToCart(page);
      },
    },
    {
      name: "cart-code",
      async act(page) {
        await cart(page).getByRole("button", { name: "I have a discount code" }).click();
        await cart(page).getByLabel("Discount code").waitFor();
      },
    },
    {
      name: "cart-code-refused",
      async act(page) {
        await cart(page).getByLabel("Discount code").fill("NO-SUCH-CODE");
        await cart(page).getByRole("button", { name: "Apply" }).click();
        await cart(page).getByText("The code NO-SUCH-CODE is not valid.").waitFor();
      },
    },
    {
      name: "cart-maximum",
      async act(page) {
        await quantity(page).fill("9999");
        await cart(page).getByText("Cannot add more items").waitFor();
      },
    },
    {
      name: "cart-removed",
      async act(page) {
        await quantity(page).fill("1");
        await cart(page)
          .getByRole("button", { name: /^Remove (?!one$)/ })
          .click();
        await cart(page).getByRole("button", { name: "Undo" }).waitFor();
      },
    },
    {
      name: "cart-page",
      async act(page) {
        await cart(page).getByRole("button", { name: "Undo" }).click();
        await page.goto("/cart");
        await untilHydrated(page);
        await page.getByRole("link", { name: "Checkout", exact: true }).waitFor();
      },
    },
    {
      name: "checkout-information",
      async act(page) {
        await page.getByRole("link", { name: "Checkout", exact: true }).click();
        await expectStep(page, "Information");
      },
    },
    {
      name: "checkout-errors",
      async act(page) {
        await page.getByRole("button", { name: "Continue to shipping" }).click();
        await page.getByRole("region", { name: "Please fix" }).waitFor();
      },
    },
    {
      name: "checkout-billing",
      async act(page, { email }) {
        await page.getByLabel("Country").selectOption("US");
        await fillInformation(page, email);
        await page.getByRole("checkbox", { name: /billing/i }).uncheck();
        await page.locator('[autocomplete="billing name"]').waitFor();
      },
    },
    {
      name: "checkout-shipping",
      async act(page) {
        await page.locator('[autocomplete="billing country"]').selectOption("US");
        for (const [field, value] of Object.entries(address))
          await page.locator(`[autocomplete="billing ${field}"]`).fill(value);
        await page.locator('select[autocomplete="billing address-level1"]').selectOption("TX");
        await page.getByRole("button", { name: "Continue to shipping" }).click();
        await expectStep(page, "Shipping");
      },
    },
    {
      name: "checkout-payment",
      async act(page) {
        await page.getByRole("button", { name: "Continue to payment" }).click();
        await expectStep(page, "Payment");
      },
    },
    {
      name: "payment-window",
      async act(page) {
        await payment(page).click();
        await testWindow(page).waitFor();
      },
    },
    {
      name: "payment-declined",
      async act(page) {
        await decide(page, "Decline");
        await testWindow(page).getByRole("alert").waitFor();
      },
    },
    {
      name: "payment-closed",
      async act(page) {
        await testWindow(page)
          .getByRole("button", { name: /^Close/ })
          .click();
        await page.getByText(/^You closed the payment window/).waitFor();
      },
    },
    {
      name: "payment-failed",
      async act(page) {
        await payment(page).click();
        await decide(page, "Fail");
        await page.getByText(/^Sorry, your transaction could not be processed/).waitFor();
      },
    },
    {
      name: "thank-you",
      async act(page) {
        await payment(page).click();
        await decide(page, "Approve");
        await expectThanks(page);
      },
    },
    {
      name: "tracking-errors",
      async act(page, { email }) {
        await page.getByRole("main").getByRole("link", { name: "Track Order" }).first().click();
        const field = page.getByRole("main").getByLabel("Email");
        // The form is filled in with the data of the order on the previous page.
        await expect(field).toHaveValue(email);
        await field.fill("");
        await page.getByRole("button", { name: "Track Order" }).click();
        await page.locator("[aria-invalid=true]").first().waitFor();
      },
    },
    {
      name: "tracking-found",
      async act(page, { email }) {
        await page.getByRole("main").getByLabel("Email").fill(email);
        await page.getByRole("button", { name: "Track Order" }).click();
        await page.getByRole("list", { name: "Steps of your order" }).waitFor();
      },
    },
    {
      name: "tracking-not-found",
      async act(page) {
        await page.getByRole("main").getByLabel("Email").fill("somebody.else@example.com");
        await page.getByRole("button", { name: "Track Order" }).click();
        await page
          .getByText(/^Order not found/)
          .first()
          .waitFor();
      },
    },
  ],
};

/** The payment button, regardless of the currency in its label. */
function payment(page: Page) {
  return page.locator("#pay");
}
