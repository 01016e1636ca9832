import type { Page } from "@playwright/test";
import type { Client } from "pg";
import { addUser, signIn } from "./support/customers.ts";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { takeForGood, takeProduct, type TestProduct } from "./support/products.ts";
import { badge, openProduct } from "./support/shopper.ts";

const heart = (page: Page) => page.getByRole("button", { name: "Add to wishlist" });
const cards = (page: Page) =>
  page.getByRole("list", { name: "On your wishlist" }).locator(":scope > li");

/** Reduces the product to two variants of the same size and color, and adds an option in which they differ. */
async function onlyTheLengthDiffers(
  database: Client,
  { productId, variantId }: TestProduct,
): Promise<void> {
  await database.query(
    `with others as (
       select id, row_number() over (order by position) = 1 as stays from shop.variants
       where product_id = $1 and id <> $2 and deleted_at is null)
     update shop.variants v set deleted_at = case when o.stays then null else now() end,
       options = (select options from shop.variants where id = $2) || '{"Length": "Long"}'
     from others o where v.id = o.id`,
    [productId, variantId],
  );
  await database.query(
    `update shop.variants set options = options || '{"Length": "Short"}' where id = $1`,
    [variantId],
  );
  await database.query(
    `update shop.products set options = options || '[{"name": "Length", "values": [{"value": "Short", "swatch": null}, {"value": "Long", "swatch": null}]}]'
     where id = $1`,
    [productId],
  );
  await database.query(
    "select shop.refresh_listing(store_id, id) from shop.products where id = $1",
    [productId],
  );
}

async function openWishlist(page: Page): Promise<void> {
  await page.goto("/wishlist");
  await untilHydrated(page);
}

test("a guest adds items to the wishlist, buys from it and empties it", async ({
  page,
  database,
  isMobile,
}) => {
  const product = await takeForGood(database);
  await openWishlist(page);
  await expect(page.getByRole("heading", { name: "Your wishlist is empty" })).toBeVisible();
  await expectNoViolations(page);

  await openProduct(page, product);
  await heart(page).click();
  const header = page.getByRole("banner");
  if (isMobile) await header.getByRole("button", { name: "Menu" }).click();
  await header.getByRole("link", { name: "Wishlist 1 item" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/wishlist$/);
  await expect(cards(page)).toHaveCount(1);
  await expectNoViolations(page);
  await cards(page)
    .getByRole("link", { name: /^Choose (size|color|options)/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`link=${product.link}`));

  // Both variants have the same size and color, so the card offers Add to Cart. Because they differ in length, the
  // button opens the product page instead.
  await onlyTheLengthDiffers(database, product);
  await openWishlist(page);
  await cards(page)
    .getByRole("button", { name: /^Add to Cart/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`link=${product.link}`));
  await expect(page.getByText("Length:")).toBeVisible();
  await expect(badge(page)).toHaveText("");

  // With a single variant, there is nothing to select.
  await database.query(
    "update shop.variants set deleted_at = now() where product_id = $1 and id <> $2",
    [product.productId, product.variantId],
  );
  await database.query(
    "select shop.refresh_listing(store_id, id) from shop.products where id = $1",
    [product.productId],
  );
  await openWishlist(page);
  await cards(page)
    .getByRole("button", { name: /^Add to Cart/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Your cart" })).toBeVisible();
  await expect(badge(page)).toHaveText("1");
  await page.keyboard.press("Escape");
  await cards(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(page.getByRole("heading", { name: "Your wishlist is empty" })).toBeVisible();
});

test(
  "signing in merges the wishlist with the account's wishlist, which other browsers also show, and signing out removes it",
  slowOneWidth,
  async ({ page, database, browser, baseURL, browserErrors }) => {
    // The account page may still be loading the addresses when the session ends.
    browserErrors.expect(
      /\/addresses\?limit=50 401|status of 401/,
      "the sign-out came before the response",
    );
    const [first, second] = [await takeProduct(database), await takeProduct(database)];
    const email = await addUser(database);
    const expectKept = (count: number) =>
      expect
        .poll(async () => {
          const { rowCount } = await database.query(
            "select from shop.wishlist_items w join shop.customers c on c.id = w.customer_id where c.email = $1",
            [email],
          );
          return rowCount;
        })
        .toBe(count);
    await openProduct(page, first);
    await heart(page).click();
    await signIn(page, email, "/wishlist");
    await expect(cards(page)).toHaveCount(1);
    await expectKept(1);

    const other = await browser.newContext({ baseURL: baseURL ?? "" });
    const elsewhere = await other.newPage();
    await openProduct(elsewhere, second);
    await heart(elsewhere).click();
    await signIn(elsewhere, email, "/wishlist");
    await expect(cards(elsewhere)).toHaveCount(2);
    await expectKept(2);
    await cards(elsewhere)
      .last()
      .getByRole("button", { name: /^Remove/ })
      .click();
    await expect(cards(elsewhere)).toHaveCount(1);
    await expectKept(1);
    await openWishlist(page);
    await expect(cards(page)).toHaveCount(1);

    await page.goto("/account");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.waitForURL(/\/$/);
    await openWishlist(page);
    await expect(page.getByRole("heading", { name: "Your wishlist is empty" })).toBeVisible();
    await other.close();
  },
);

test(
  "an email typed for one sold-out size is kept, with its error, when another size is chosen",
  oneWidth,
  async ({ page }) => {
    const size = (name: string) =>
      page.getByRole("radio", { name: new RegExp(`^${name}( Out of Stock)?$`) });
    const field = page.getByLabel(/^Notify me when .* back$/);
    const error = page.getByText("Enter an email address like name@example.com.");
    await page.goto("/product?link=knife-pleat-dress");
    await untilHydrated(page);
    await expect(page.getByText("Navy / XS: Out of Stock")).toBeVisible();
    await field.fill("nobody");
    await page.getByRole("button", { name: "Notify me", exact: true }).click();
    await expect(error).toBeVisible();
    await size("L").click({ force: true });
    await expect(page.getByText("Navy / L: Out of Stock")).toBeVisible();
    await expect(field).toHaveValue("nobody");
    await expect(error).toBeVisible();

    await page.goto("/product?link=double-breasted-wool-coat");
    await untilHydrated(page);
    await size("XL").click({ force: true });
    await field.fill("ada@example.com");
    await size("M").check({ force: true });
    await expect(field).toBeHidden();
    await size("XL").click({ force: true });
    await expect(field).toHaveValue("ada@example.com");

    // What was sent belongs to one size. For another one, only the email is filled in.
    await page.getByRole("button", { name: "Notify me", exact: true }).click();
    const sent = page.getByText(/^Almost done\. .* we just sent to ada@example\.com\.$/);
    await expect(sent).toBeVisible();
    await size("L").check({ force: true });
    await expect(sent).toBeHidden();
    await size("XL").click({ force: true });
    await expect(sent).toBeVisible();
  },
);
