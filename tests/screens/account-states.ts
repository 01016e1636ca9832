import { addToCart, openCheapest } from "../e2e/support/shopper.ts";
import { untilHydrated } from "../e2e/support/fixtures.ts";
import type { Journey } from "./journey.ts";
import { payFor } from "./orders.ts";

const token = "x".repeat(60);

/** The states of the sign-in and account pages. */
export const accountJourneys: readonly Journey[] = [
  {
    name: "sign-in",
    at: "/login",
    states: [
      {
        name: "sign-in-refused",
        async act(page, { email }) {
          await page.getByRole("textbox", { name: "Email" }).fill(email);
          await page.getByLabel("Password").fill("not the password");
          await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
          await page.getByText("Wrong email or password.").waitFor();
        },
      },
      {
        name: "register-errors",
        async act(page) {
          await page.goto("/register");
          await page.getByLabel("Password").fill("short");
          await page.getByRole("button", { name: "Create account" }).click();
          await page.locator("[aria-invalid=true]").first().waitFor();
        },
      },
      {
        name: "forgotten-sent",
        async act(page, { email }) {
          await page.goto("/account/forgotten");
          await page.getByRole("textbox", { name: "Email" }).fill(email);
          await page.getByRole("button", { name: "Send the link" }).click();
          await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
        },
      },
      {
        name: "verify-password",
        async act(page) {
          await page.goto(`/verify-email?token=${token}`);
          await page.getByLabel("Password").fill("a password");
        },
      },
      {
        name: "verify-password-error",
        async act(page) {
          await page.getByLabel("Password").fill("");
          await page.getByRole("button", { name: "Confirm my email address" }).click();
          await page.locator("[aria-invalid=true]").waitFor();
        },
      },
      {
        name: "verify-new-password",
        async act(page) {
          await page.getByRole("link", { name: /Set a new password instead/ }).click();
          await page.getByLabel("New password").waitFor();
        },
      },
      {
        name: "verify-expired",
        async act(page) {
          await page.getByLabel("New password").fill("correct horse battery staple");
          await page.getByRole("button", { name: "Confirm my email address" }).click();
          await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
        },
      },
    ],
  },
  {
    name: "orders",
    at: "/",
    states: [
      {
        name: "account-orders",
        needsProducts: true,
        async act(page, walker) {
          const { origin } = new URL(page.url());
          await payFor(await walker.order(origin, [2, 1, 1]));
          await walker.order(origin, [1]);
          // Opening the account assigns the guest's orders to the customer.
          await walker.signIn(page);
          await page
            .getByRole("link", { name: /[0-9A-Z]{4}-[0-9A-Z]{4}/ })
            .first()
            .waitFor();
        },
      },
      {
        name: "account-order",
        needsProducts: true,
        async act(page) {
          await page
            .getByRole("link", { name: /[0-9A-Z]{4}-[0-9A-Z]{4}/ })
            .last()
            .click();
          await page.getByRole("list", { name: "Steps of your order" }).waitFor();
        },
      },
      {
        name: "checkout-signed-in",
        needsProducts: true,
        async act(page) {
          await openCheapest(page);
          await addToCart(page);
          await page.goto("/checkout");
          await untilHydrated(page);
          await page.getByText("Signed in as").waitFor();
        },
      },
    ],
  },
  {
    name: "account",
    at: "/account",
    signedIn: true,
    states: [
      {
        name: "account",
        act: (page) => page.getByText("No orders yet").waitFor(),
      },
      {
        name: "password-errors",
        async act(page) {
          await page.getByRole("button", { name: "Change password" }).click();
          await page.locator("[aria-invalid=true]").first().waitFor();
        },
      },
      {
        name: "address-dialog",
        async act(page) {
          await page.getByRole("button", { name: "Add an address" }).click();
          await page.getByRole("dialog", { name: "New address" }).waitFor();
        },
      },
      {
        name: "address-errors",
        async act(page) {
          const dialog = page.getByRole("dialog", { name: "New address" });
          await dialog.getByRole("button", { name: "Save address" }).click();
          await dialog.locator("[aria-invalid=true]").first().waitFor();
        },
      },
      {
        name: "delete-dialog",
        async act(page) {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Delete my account" }).click();
          await page.getByRole("dialog", { name: "Delete your account?" }).waitFor();
        },
      },
      {
        name: "delete-refused",
        async act(page) {
          const dialog = page.getByRole("dialog", { name: "Delete your account?" });
          await dialog.getByLabel("Password").fill("not the password");
          await dialog.getByRole("button", { name: "Delete my account" }).click();
          await dialog.locator("[aria-invalid=true]").waitFor();
        },
      },
    ],
  },
];
