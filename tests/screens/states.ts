import type { Page } from "@playwright/test";

/** What a page shows only after somebody did something. */
export type State = {
  name: string;
  /** Where it begins: an address, or one that the store's first product decides. */
  at: string | ((product: string) => string);
  act: (page: Page) => Promise<void>;
  /** Missing where the width has no such control. */
  widths?: readonly number[];
};

const phone = [320, 390];
const click = (page: Page, role: "button" | "link", name: string | RegExp) =>
  page.getByRole(role, { name }).first().click();

export const states: readonly State[] = [
  { name: "menu", at: "/", widths: phone, act: (page) => click(page, "button", /menu/i) },
  { name: "search", at: "/", act: (page) => click(page, "button", /^search/i) },
  {
    name: "search-suggestions",
    at: "/search",
    act: (page) => page.getByRole("combobox").first().fill("wo"),
  },
  {
    name: "filters",
    at: "/collection",
    widths: phone,
    act: (page) => click(page, "button", /filter/i),
  },
  { name: "product", at: (product) => product, act: async () => {} },
  {
    name: "product-zoom",
    at: (product) => product,
    act: (page) => click(page, "button", /zoom|enlarge/i),
  },
  {
    name: "product-size-guide",
    at: (product) => product,
    act: (page) =>
      page
        .getByRole("main")
        .getByRole("link", { name: /size guide/i })
        .first()
        .click(),
  },
  {
    name: "product-review-form",
    at: (product) => product,
    act: (page) => click(page, "button", /write a review/i),
  },
  { name: "cart-drawer", at: (product) => product, act: addToCart },
  { name: "checkout-information", at: (product) => product, act: toCheckout },
  {
    name: "checkout-errors",
    at: (product) => product,
    async act(page) {
      await toCheckout(page);
      await click(page, "button", /continue to shipping/i);
    },
  },
  { name: "contact-fallback", at: "/contact-us", act: contactWithoutMailApp },
];

async function addToCart(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().click();
  await page.getByRole("dialog", { name: "Your cart" }).waitFor();
}

async function toCheckout(page: Page): Promise<void> {
  await addToCart(page);
  await page.getByRole("link", { name: "Checkout", exact: true }).first().click();
  await page.getByRole("heading", { level: 2, name: "Information" }).waitFor();
}

async function contactWithoutMailApp(page: Page): Promise<void> {
  await page.getByLabel("Name").fill("Ada Rossi");
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill("ada@example.com");
  await page.getByLabel("Subject").selectOption({ index: 1 });
  await page.getByLabel("Message").fill("Is the coat lined?");
  await page.getByRole("main").getByRole("button").last().click();
  await page.getByText("Email Client Not Found").waitFor();
}
