import { accountJourneys } from "./account-states.ts";
import type { Journey } from "./journey.ts";
import { orderPage } from "./order-states.ts";
import { payLink } from "./pay-link-states.ts";
import { purchase } from "./purchase-states.ts";

const phone = [320, 390];
const desktop = [1440];

/**
 * The states that pages show only after an action. npm run screens takes a picture of each. The browser tests check
 * each with axe, on a phone in one demo store and on a desktop in the other.
 */
export const journeys: readonly Journey[] = [
  {
    name: "header",
    at: "/",
    states: [
      {
        name: "newsletter-error",
        act: (page) => page.getByRole("button", { name: "Sign up" }).click(),
      },
      {
        name: "newsletter-answer",
        async act(page, { email }) {
          await page.getByRole("textbox", { name: "Email" }).fill(email);
          await page.getByRole("button", { name: "Sign up" }).click();
          await page.getByText(/^Almost done/).waitFor();
        },
      },
      {
        name: "search-panel",
        widths: phone,
        async act(page) {
          await page.evaluate(() => scrollTo(0, 0));
          await page.getByRole("banner").getByRole("button", { name: "Search" }).first().click();
          await page.locator("#panel-search").waitFor();
        },
      },
      {
        name: "menu",
        widths: phone,
        async act(page) {
          await page.keyboard.press("Escape");
          await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
        },
      },
      {
        name: "menu-help",
        widths: phone,
        act: (page) => page.getByRole("banner").locator("summary", { hasText: "Help" }).click(),
      },
      {
        name: "menu-more",
        widths: desktop,
        async act(page) {
          await page.keyboard.press("Escape");
          const more = page.getByRole("banner").getByRole("button", { name: "More", exact: true });
          if ((await more.count()) > 0) await more.click();
        },
      },
      {
        name: "cart-empty",
        async act(page) {
          await page.keyboard.press("Escape");
          await page.getByRole("banner").getByRole("link", { name: /^Cart/ }).first().click();
          await page.getByRole("dialog", { name: "Your cart" }).waitFor();
        },
      },
    ],
  },
  {
    name: "search",
    at: "/search",
    states: [
      {
        name: "search-suggestions",
        needsProducts: true,
        async act(page) {
          await page.locator("#page-search").pressSequentially("le");
          await page.getByRole("option").first().waitFor();
        },
      },
      {
        name: "search-recent",
        needsProducts: true,
        async act(page) {
          await page.locator("#page-search").press("Enter");
          await page.waitForURL(/name=le/);
          await page.locator("#page-search").fill("");
          await page.locator("#page-search").click();
        },
      },
    ],
  },
  {
    name: "collection",
    at: "/collection",
    states: [
      {
        name: "filters",
        widths: phone,
        needsProducts: true,
        act: (page) => page.getByRole("button", { name: /^Filter/ }).click(),
      },
      {
        name: "filters-chosen",
        needsProducts: true,
        async act(page) {
          await page.locator("#filters input:enabled").first().check({ force: true });
          await page.waitForURL(/\?./);
        },
      },
      {
        name: "color-of-a-card",
        needsProducts: true,
        async act(page) {
          const hide = page.getByRole("button", { name: "Close filters" });
          if (await hide.isVisible()) await hide.click();
          const other = page.locator('#products article .card-color:not([aria-current="true"])');
          if ((await other.count()) > 0) await other.first().click();
        },
      },
    ],
  },
  {
    name: "product",
    at: ({ buyable }) => buyable,
    states: [
      {
        name: "details",
        act: (page) =>
          page.getByRole("main").evaluate((main) => {
            for (const details of main.querySelectorAll("details")) {
              details.removeAttribute("name");
              details.open = true;
            }
          }),
      },
      {
        name: "add-bar",
        async act(page) {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
          await page.getByRole("region", { name: "Buy", exact: true }).waitFor();
        },
      },
      {
        name: "zoom",
        async act(page) {
          await page.evaluate(() => scrollTo(0, 0));
          const zoom = page.getByRole("link", { name: /^Zoom: picture 1/ });
          if ((await zoom.count()) === 0) return;
          await zoom.click();
          await page.getByRole("dialog").waitFor();
        },
      },
      {
        name: "zoomed-in",
        async act(page) {
          const larger = page
            .getByRole("dialog")
            .getByRole("button", { name: "Zoom in", disabled: false });
          if ((await larger.count()) > 0) await larger.click();
        },
      },
      {
        name: "size-guide",
        async act(page) {
          await page.keyboard.press("Escape");
          const guide = page.getByRole("main").getByRole("link", { name: "Size guide" });
          if ((await guide.count()) === 0) return;
          await guide.first().click();
          await page.getByRole("dialog", { name: "Size guide" }).waitFor();
        },
      },
      {
        name: "size-guide-errors",
        async act(page) {
          const calculate = page
            .getByRole("dialog")
            .getByRole("button", { name: "Calculate size" });
          if ((await calculate.count()) > 0) await calculate.click();
        },
      },
      {
        name: "review-form",
        async act(page) {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Write a review" }).first().click();
          await page.getByRole("dialog", { name: "Write a review" }).waitFor();
        },
      },
      {
        name: "review-picture",
        async act(page) {
          const dialog = page.getByRole("dialog");
          await dialog.locator("input[type=file]").setInputFiles(pictureFiles);
          await dialog.getByText("notes.txt").scrollIntoViewIfNeeded();
        },
      },
      {
        name: "review-errors",
        async act(page) {
          await page.getByRole("dialog").getByRole("button", { name: "Send review" }).click();
        },
      },
    ],
  },
  {
    name: "out-of-stock",
    at: ({ soldOut }) => soldOut,
    states: [
      {
        name: "notify-me",
        async act(page) {
          await page.getByLabel("Notify me when it's back").waitFor();
        },
      },
      {
        name: "notify-me-error",
        async act(page) {
          await page.getByLabel("Notify me when it's back").fill("nobody");
          await page.getByRole("button", { name: "Notify me", exact: true }).click();
          await page.getByText("Enter an email address like name@example.com.").waitFor();
        },
      },
      {
        name: "notify-me-answer",
        async act(page, { email }) {
          await page.getByLabel("Notify me when it's back").fill(email);
          await page.getByRole("button", { name: "Notify me", exact: true }).click();
          await page.getByText(/^Almost done/).waitFor();
        },
      },
      {
        name: "wishlist",
        async act(page) {
          await page.getByRole("button", { name: "Add to wishlist" }).click();
          await page.goto("/wishlist");
          await page.getByRole("list", { name: "On your wishlist" }).waitFor();
        },
      },
    ],
  },
  purchase,
  orderPage,
  payLink,
  {
    name: "contact",
    at: "/contact-us",
    states: [
      {
        name: "contact-errors",
        async act(page) {
          await page.getByLabel("Name").fill("Ada Rossi");
          await page.getByRole("main").getByRole("textbox", { name: "Email" }).fill("ada");
          await page.getByLabel("Subject").selectOption({ index: 1 });
          await page.getByLabel("Message").fill("Is the coat lined?");
          await page.getByRole("button", { name: "Send Message" }).click();
        },
      },
      {
        name: "contact-fallback",
        async act(page, { email }) {
          await page.getByRole("main").getByRole("textbox", { name: "Email" }).fill(email);
          await page.getByRole("button", { name: "Send Message" }).click();
          await page.getByRole("heading", { name: "Email Client Not Found" }).waitFor();
        },
      },
      {
        name: "contact-sent",
        async act(page) {
          await page.getByRole("button", { name: "Send from this page" }).click();
          await page.getByRole("heading", { name: "Message sent" }).waitFor();
        },
      },
    ],
  },
  {
    name: "return",
    at: "/returns?begin=1",
    states: [
      {
        name: "return-errors",
        async act(page) {
          await page.getByRole("button", { name: "Write the email" }).click();
        },
      },
      {
        name: "return-written",
        async act(page, { email }) {
          await page.getByLabel("Order number").fill("7K3M-9QXZ");
          await page.getByRole("main").getByRole("textbox", { name: "Email" }).fill(email);
          await page.getByLabel("Reason").selectOption({ index: 1 });
          await page.getByRole("button", { name: "Write the email" }).click();
          await page.getByRole("heading", { name: "Email Client Not Found" }).waitFor();
        },
      },
    ],
  },
  {
    name: "coming-soon",
    at: "/coming-soon",
    states: [
      {
        name: "coming-soon-answer",
        async act(page, { email }) {
          await page.getByLabel("Email").fill(email);
          await page.getByRole("button", { name: "Notify me" }).click();
          await page.getByText("Thank you! We'll notify you when we launch.").waitFor();
        },
      },
    ],
  },
  ...accountJourneys,
];

/** An image file, and a file that isn't an image. */
const pictureFiles = [
  {
    name: "a-coat-on-a-rainy-day.gif",
    mimeType: "image/gif",
    buffer: Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64"),
  },
  { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No picture.") },
];
