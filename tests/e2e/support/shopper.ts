import { expect, type Locator, type Page } from "@playwright/test";
import { untilHydrated } from "./fixtures.ts";
import type { TestProduct } from "./products.ts";

export type Decision = "Approve" | "Decline" | "Fail" | "Time out";

/** Opens a product's page with the variant selected, and waits until it is hydrated. */
export async function openProduct(page: Page, { link, slug }: TestProduct): Promise<void> {
  await page.goto(`/product?${new URLSearchParams({ link, variant: slug })}`);
  await untilHydrated(page);
}

/** Opens the store's cheapest product in its first size. Skips products whose price another test has set to 0. */
export async function openCheapest(page: Page): Promise<void> {
  await page.goto("/collection?sort=price-low");
  const cards = page.locator("main article").filter({ hasNotText: /[$€]0\.00/ });
  const link = cards.first().locator('a[href^="/product?link="]').first();
  await page.goto((await link.getAttribute("href")) ?? "");
  await untilHydrated(page);
  const size = page.getByRole("group", { name: "Size" }).getByRole("radio");
  if ((await size.count()) > 0) await size.first().check({ force: true });
}

/** Adds the selected variant to the cart, and waits for the drawer to open by itself. */
export async function addToCart(page: Page): Promise<Locator> {
  await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Your cart" });
  await expect(drawer).toBeVisible();
  return drawer;
}

/** Adds a product to the cart, and opens the first step of the checkout from the drawer. */
export async function toCheckout(page: Page, product: TestProduct): Promise<void> {
  await openProduct(page, product);
  const drawer = await addToCart(page);
  await drawer.getByRole("link", { name: "Checkout", exact: true }).click();
  await expectStep(page, "Information");
}

export async function expectStep(
  page: Page,
  step: "Information" | "Shipping" | "Payment",
): Promise<void> {
  await expect(page.getByRole("heading", { level: 2, name: step, exact: true })).toBeVisible();
}

export const address = {
  name: "Ada Rossi",
  "address-line1": "1 Main Street",
  "address-level2": "Austin",
  "postal-code": "78701",
};

export async function fillInformation(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  for (const [field, value] of Object.entries(address))
    await page.locator(`[autocomplete="shipping ${field}"]`).fill(value);
  await page.getByLabel("State").selectOption("TX");
}

/** Goes from the first step of the checkout to the last. */
export async function toPayment(page: Page, email: string): Promise<void> {
  await fillInformation(page, email);
  await page.getByRole("button", { name: "Continue to shipping" }).click();
  await expectStep(page, "Shipping");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expectStep(page, "Payment");
}

export function payButton(page: Page): Locator {
  return page.getByRole("button", { name: /^Pay \$[\d,.]+$/ }).last();
}

/** Clicks Pay, and makes the `decision` in the test provider's window. */
export async function pay(page: Page, decision: Decision): Promise<void> {
  await payButton(page).click();
  await decide(page, decision);
}

export async function decide(page: Page, decision: Decision): Promise<void> {
  await testWindow(page).getByRole("button", { name: decision, exact: true }).click();
}

export function testWindow(page: Page): Locator {
  return page.getByRole("dialog", { name: "Test payment" });
}

/** Waits for the confirmation, and returns its order number. */
export async function expectThanks(page: Page): Promise<string> {
  const heading = page.getByRole("heading", { level: 1, name: "Thank you" });
  await expect(heading).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/thank-you\?orderId=[0-9a-f-]{36}$/);
  return page.getByText("Order number").locator("strong").innerText();
}

/** The number on the cart's badge in the header; empty if the cart is empty. */
export function badge(page: Page): Locator {
  return page.locator("[data-cart-count]");
}

/** Clicks a button that closes its own window, even if the window closes before the click call returns. */
export async function pressLast(popup: Page, name: string): Promise<void> {
  await popup
    .getByRole("button", { name })
    .click()
    .catch((error: unknown) => {
      if (!popup.isClosed()) throw error;
    });
}
