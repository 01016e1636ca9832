import { randomUUID } from "node:crypto";
import { expect, oneWidth, test } from "./support/fixtures.ts";

const item = (label: string, href: string | null, children: object[] = []) => ({
  id: randomUUID(),
  label,
  href,
  collectionId: null,
  children,
});

test.describe("a new store", () => {
  // A store that no other test uses, because menus appear on all pages of a store.
  test.use({
    baseURL: async ({ baseURL }, use) =>
      use((baseURL ?? "").replace("//localhost", "//opened-now.localhost")),
  });

  test(
    "the owner's menus are shown in header and footer, in the page's language",
    oneWidth,
    async ({ page, database }) => {
      const { rows } = await database.query<{ id: string }>(
        "select id from shop.stores where slug = 'opened-now'",
      );
      const storeId = rows[0]?.id ?? "";
      const menus = {
        main: [
          item("The shop", null, [item("All of it", "/collection")]),
          item("Reduced", "/sale"),
        ],
        footer: [item("Letters", "/contact-us")],
      };
      for (const [name, items] of Object.entries(menus))
        await database.query("insert into shop.menus (store_id, name, items) values ($1, $2, $3)", [
          storeId,
          name,
          JSON.stringify(items),
        ]);
      await database.query(
        "insert into shop.store_languages (store_id, id, code) values ($1, gen_random_uuid(), 'DE')",
        [storeId],
      );
      await database.query(
        `insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
         values ($1, gen_random_uuid(), 'NAVIGATION', $1, 'DE', '{"The shop": "Der Laden", "Reduced": "Im Preis gesenkt", "Letters": "Briefe"}')`,
        [storeId],
      );
      await page.goto("/");
      const [header, footer] = [page.getByRole("banner"), page.getByRole("contentinfo")];
      await header.getByRole("button", { name: "The shop" }).click();
      await header.getByRole("link", { name: "All of it" }).click();
      await expect(page).toHaveURL(/\/collection$/);
      await expect(header.getByRole("link", { name: "Reduced" })).toHaveAttribute("href", "/sale");
      await expect(footer.getByRole("link", { name: "Letters" })).toBeVisible();

      await page.goto("/?lang=de");
      await expect(page.locator("html")).toHaveAttribute("lang", /^de/);
      await expect(header.getByRole("button", { name: "Der Laden" })).toBeVisible();
      await expect(footer.getByRole("link", { name: "Briefe" })).toBeVisible();
      await page.goto("/sale");
      await expect(header.getByRole("link", { name: "Im Preis gesenkt" })).toBeVisible();
      await page.goto("/?lang=en");
      await expect(header.getByRole("link", { name: "Reduced" })).toBeVisible();
    },
  );
});

test("the header's icons align with the end of the page's content", async ({ page }) => {
  await page.goto("/collection");
  const ends = await page.evaluate(() =>
    ['header a[href="/cart"] svg', "#products"].map(
      (selector) => document.querySelector(selector)?.getBoundingClientRect().right,
    ),
  );
  expect(ends[0]).toBeCloseTo(ends[1] ?? 0, 0);
});

test("the menu leads to every category, the help pages and the account, and /register to a new account", async ({
  page,
  isMobile,
}) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  const open = (name: string) => header.getByRole("button", { name, exact: true }).click();
  await open(isMobile ? "Menu" : "More");
  for (const name of ["Bottoms", "Outerwear", "Accessories", "Shoes"])
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  if (isMobile) await header.locator("summary", { hasText: "Help" }).click();
  for (const name of ["Shipping", "Returns", "Size guide", "Order tracking", "Contact us"])
    await expect(header.getByRole("link", { name, exact: true })).toBeVisible();
  if (!isMobile) await page.keyboard.press("Escape");
  const account = header
    .getByRole("link", { name: "Account", exact: true })
    .filter({ visible: true });
  const { width = 0, height = 0 } = (await account.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await expect(account).toHaveAttribute("href", "/account");

  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an account");
});
