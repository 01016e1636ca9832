import type { Page } from "@playwright/test";
import { expect, oneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { setAvailable, takeForGood } from "./support/products.ts";

test("a filter is in the URL, keeps focus, shows the count and can be removed", async ({
  page,
  isMobile,
}) => {
  await page.goto("/collection");
  await untilHydrated(page);
  const count = page.locator("main output").first();
  const all = await count.textContent();
  if (isMobile) await page.getByRole("button", { name: "Filter" }).click();
  const navy = page.getByRole("checkbox", { name: /^Navy/ });
  await navy.focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\/collection\?color=navy$/);
  await expect(count).not.toHaveText(all ?? "");
  await expect(navy).toBeFocused();
  await expect(navy).toBeChecked();
  if (isMobile) {
    const units = (await count.textContent()) ?? "";
    await page.getByRole("button", { name: `Show ${units}` }).click();
    await expect(navy).toBeHidden();
  }
  await page.getByLabel("Sort").selectOption("price-low");
  await expect(page).toHaveURL(/color=navy&sort=price-low/);
  await expect.poll(() => isAscending(page)).toBe(true);
  await page.getByRole("link", { name: "Remove Navy" }).click();
  await expect(page).toHaveURL(/\?sort=price-low$/);
  await expect(count).toHaveText(all ?? "");
  await expect(count).toBeFocused();
});

test(
  "a list that a filter makes shorter than the filters stays in view next to the chosen one",
  oneWidth,
  async ({ page }) => {
    await page.goto("/collection");
    await untilHydrated(page);
    const butter = page.getByRole("checkbox", { name: /^Butter/ });
    await butter.focus();
    await page.keyboard.press("Space");
    await expect(page).toHaveURL(/color=butter$/);
    await butter.evaluate((box) => box.scrollIntoView({ block: "start" }));
    await expect(page.locator("#products article").first()).toBeInViewport();
  },
);

test("a list filtered by color shows that color, and a swatch switches to another one", async ({
  page,
}) => {
  await page.goto("/collection?color=red");
  await untilHydrated(page);
  const cards = page.locator("#products article");
  await expect(cards.first()).toBeVisible();
  for (const card of await cards.all()) {
    await expect(card.locator("img").first()).toHaveAttribute("src", /-red-front\//);
    const link = card.getByRole("heading").getByRole("link");
    await expect(link).toHaveAttribute("href", /&variant=red(-|$)/);
  }
  const card = cards.filter({ has: page.getByRole("link", { name: /in Black$/ }) }).first();
  const black = card.getByRole("link", { name: /in Black$/ });
  await expect(card.locator('[aria-current="true"]')).toHaveAccessibleName(
    /in Red(, Out of Stock)?$/,
  );
  await black.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/color=red$/);
  await expect(black).toHaveAttribute("aria-current", "true");
  await expect(black).toBeFocused();
  await expect(card.locator("img").first()).toHaveAttribute("src", /-black-front\//);
  const box = await black.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await card.getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("radio", { name: "Black" })).toBeChecked();
  const views = page.getByRole("region", { name: /^Pictures of/ }).getByRole("img");
  for (const src of await views.evaluateAll((all: HTMLImageElement[]) => all.map((one) => one.src)))
    expect(src).toMatch(/-black-(front|back)\/|-technical\//);
});

test(
  "a sold-out color is marked Out of Stock on its card and on its page",
  oneWidth,
  async ({ page, database }) => {
    const product = await takeForGood(database);
    const { rows } = await database.query<{ id: string }>(
      "select id from shop.variants where product_id = $1 and options ->> 'Color' = $2 and deleted_at is null",
      [product.productId, product.color],
    );
    for (const { id } of rows) await setAvailable(database, { ...product, variantId: id }, 0);
    await page.goto(`/product?link=${product.link}`);
    await expect(
      page.getByRole("radio", { name: `${product.color} Out of Stock`, exact: true }),
    ).toBeVisible();
    await page.goto(`/search?name=${encodeURIComponent(product.name)}`);
    const swatch = `${product.name} in ${product.color}, Out of Stock`;
    const card = page.locator("#products article").first();
    const colors = await card.getByRole("list").getByRole("link").count();
    if (colors > 0) await expect(card.getByRole("link", { name: swatch })).toBeVisible();
  },
);

test("the filters next to the list use its full height", oneWidth, async ({ page }) => {
  await page.goto("/collection");
  const filters = page.locator("#filters");
  expect(
    await filters.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
  ).toBeLessThanOrEqual(1);
  // A strikethrough would hide the hyphen of "$50-$100", so disabled filters have none.
  for (const label of await filters.locator("label:has(input:disabled)").all())
    await expect(label).not.toHaveCSS("text-decoration-line", /line-through/);
});

test("Load more adds a page, and Back returns to the same product", async ({ page }) => {
  await page.goto("/collection");
  await untilHydrated(page);
  const units = page.locator("#products article");
  await expect(units).toHaveCount(24);
  await page.getByRole("link", { name: "Load 24 more" }).click();
  await expect(units).toHaveCount(48);
  await expect(units.nth(24).getByRole("heading").getByRole("link")).toBeFocused();
  const chosen = units.nth(30).getByRole("heading").getByRole("link");
  const name = (await chosen.textContent()) ?? "";
  await chosen.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(units).toHaveCount(48);
  await expect(chosen).toBeInViewport();
});

test(
  "Back undoes the last filter, and leaves the list after the first",
  oneWidth,
  async ({ page }) => {
    await page.goto("/about");
    await page.goto("/collection");
    await untilHydrated(page);
    const navy = page.getByRole("checkbox", { name: /^Navy/ });
    const medium = page.getByRole("checkbox", { name: /^M\b/ });
    await navy.check();
    await expect(page).toHaveURL(/\?color=navy$/);
    await medium.check();
    await expect(page).toHaveURL(/\?size=m&color=navy$/);
    await page.goBack();
    await expect(page).toHaveURL(/\?color=navy$/);
    await expect(page.getByRole("link", { name: "Remove M", exact: true })).toBeHidden();
    await expect(medium).not.toBeChecked();
    await expect(navy).toBeChecked();
    await page.goBack();
    await expect(navy).not.toBeChecked();
    await page.goForward();
    await expect(navy).toBeChecked();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("filters, sorting, search and more are links and forms", async ({ page, isMobile }) => {
    await page.goto("/collection");
    if (isMobile) await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("checkbox", { name: /^Navy/ }).check();
    await page.getByRole("button", { name: isMobile ? /^Show \d+ items/ : "Show results" }).click();
    await expect(page).toHaveURL(/color=navy/);
    await expect(page.getByRole("link", { name: "Remove Navy" })).toBeVisible();
    await page
      .getByRole("link", { name: / in Navy$/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/product\?link=.*&variant=navy/);
    await page.goBack();
    await page.getByRole("link", { name: "Clear all" }).last().click();
    await expect(page).toHaveURL(/\/collection(\?sort=newest)?$/);
    await page.getByRole("link", { name: "Load 24 more" }).click();
    await expect(page.locator("#products article")).toHaveCount(48);
    await page.goto("/search");
    const field = page.getByRole("main").getByRole("searchbox");
    await field.fill("draess");
    await field.press("Enter");
    await expect(page).toHaveURL(/\/search\?name=draess/);
    await expect(page.getByRole("link", { name: "“dress”", exact: true })).toBeVisible();
  });
});

test("the search field suggests searches, products and collections, and works with only the keyboard", async ({
  page,
}) => {
  await page.goto("/search");
  await untilHydrated(page);
  const field = page.getByRole("main").locator("#page-search");
  await field.click();
  await field.pressSequentially("dr");
  const options = page.getByRole("option");
  await expect(page.getByRole("group", { name: "Collections" }).getByText("Dresses")).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await field.press("ArrowDown");
  await expect(options.first()).toHaveText("dress");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  const active = await field.getAttribute("aria-activedescendant");
  expect(await options.first().getAttribute("id")).toBe(active);
  await field.press("Escape");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(field).toHaveValue("dr");
  await field.press("ArrowDown");
  const product = page.getByRole("group", { name: "Products" }).getByRole("option").first();
  for (let key = 0; key < 5 && (await product.getAttribute("aria-selected")) !== "true"; key += 1)
    await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/product\?link=/);
});

test(
  "an empty list explains why it is empty and links to other pages",
  oneWidth,
  async ({ page }) => {
    await page.goto("/search?name=zzzz");
    await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
    await expect(page.getByRole("list", { name: "Popular items" })).toBeVisible();
    const robots = page.locator('meta[name="robots"]');
    await expect(robots).toHaveAttribute("content", "noindex");
    await page.goto("/dresses?color=navy&size=m");
    await expect(robots).toHaveAttribute("content", "noindex");
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/dresses$/);
  },
);

test("the header keeps the search text, and a search from a result page closes its panel", async ({
  page,
  isMobile,
}) => {
  await page.goto("/search?name=zzzz");
  await untilHydrated(page);
  const field = page.locator(isMobile ? "#panel-search" : "#header-search");
  await expect(field).toHaveValue("zzzz");
  if (isMobile) await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  // No product's name contains this word. Sweaters and sweatshirts are found as its synonyms.
  await field.fill("hoodie");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "Results for “hoodie”" })).toBeFocused();
  await expect(page.locator("#products article").first()).toBeVisible();
  await expect(field).toHaveValue("hoodie");
  await expect(page.locator(":popover-open")).toHaveCount(0);
  await page.goto("/collection");
  await expect(field).toHaveValue("");
});

function isAscending(page: Page): Promise<boolean> {
  return page.locator("#products article").evaluateAll((cards) => {
    const prices = cards.map((card) =>
      Number(/[\d,]+\.\d\d/.exec(card.textContent)?.[0].replace(",", "")),
    );
    return prices.every((price, index) => index === 0 || price >= (prices[index - 1] ?? 0));
  });
}

test(
  "filters chosen while their code is loading are applied, and stay in view",
  oneWidth,
  async ({ page }) => {
    const loading = Promise.withResolvers<void>();
    await page.route(/\/assets\/filters-/, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.goto("/collection");
    await untilHydrated(page, "first");
    const navy = page.getByRole("checkbox", { name: /^Navy/ });
    await navy.check({ force: true });
    await page.getByLabel("Sort").selectOption("price-low");
    await expect(page).toHaveURL(/color=navy&sort=price-low/);
    await expect(navy).toBeChecked();
    loading.resolve();
    await expect.poll(() => isAscending(page)).toBe(true);
    await expect(page.getByRole("link", { name: "Remove Navy" })).toBeVisible();
    await expect(navy).toBeChecked();
  },
);
