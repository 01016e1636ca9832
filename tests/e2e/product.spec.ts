import type { Page } from "@playwright/test";
import { addUser, signIn } from "./support/customers.ts";
import { expect, oneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { takeProduct } from "./support/products.ts";
import { addToCart, openProduct } from "./support/shopper.ts";

const coat = "/product?link=double-breasted-wool-coat";

async function open(page: Page, address = coat) {
  await page.goto(address);
  await untilHydrated(page);
}

function size(page: Page, name: string) {
  return page.getByRole("radio", { name: new RegExp(`^${name}( Out of Stock)?$`) });
}

const stored = (page: Page, key: string, where: "localStorage" | "sessionStorage") =>
  page.evaluate(
    ([key, where]) => window[where as "localStorage"].getItem(String(key)),
    [`vetrina:sorvela:${key}`, where],
  );

test("the variant is in the URL without adding history entries", oneWidth, async ({ page }) => {
  await page.goto("/");
  await open(page);
  await expect(page).toHaveURL(/link=double-breasted-wool-coat&variant=navy-xs$/);
  await size(page, "L").check({ force: true });
  await expect(page).toHaveURL(/variant=navy-l$/);
  await page.getByRole("radio", { name: "Camel" }).check({ force: true });
  await expect(page).toHaveURL(/variant=camel-l$/);
  await expect(page.getByRole("listitem").locator("img[alt*=Camel]").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test(
  "the variant in the URL is selected, even in the specification's spelling",
  oneWidth,
  async ({ page }) => {
    await open(page, `${coat}&variant=Camel-/-M`);
    await expect(page).toHaveURL(/variant=camel-m$/);
    await expect(size(page, "M")).toBeChecked();
  },
);

test("a sold-out option can't be selected, but shoppers can request a back-in-stock email", async ({
  page,
}) => {
  await open(page);
  const missing = size(page, "XL");
  await missing.focus();
  await expect(
    page.getByRole("tooltip", { name: "This option is currently out of stock (0 available)" }),
  ).toBeVisible();
  await missing.click({ force: true });
  await expect(size(page, "XS")).toBeChecked();
  await expect(page).toHaveURL(/variant=navy-xs$/);
  await expect(page.getByText("Navy / XL: Out of Stock")).toBeVisible();
  await expect(page.getByText("Your choice is still Navy / XS.")).toBeVisible();
  await expect(page.getByText(/sold out/i)).toHaveCount(0);

  await page.getByLabel("Notify me when Navy / XL is back").fill("nobody");
  await page.getByRole("button", { name: "Notify me", exact: true }).click();
  await expect(page.getByText("Enter an email address like name@example.com.")).toBeVisible();
  await page.getByLabel("Notify me when Navy / XL is back").fill("back@gmial.com");
  await page.getByRole("button", { name: "Notify me", exact: true }).click();
  await expect(
    page.getByText(/^Almost done\. .* we just sent to back@gmial\.com\.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Did you mean back@gmail.com?" }).click();
  await expect(
    page.getByText(/^Almost done\. .* we just sent to back@gmail\.com\.$/),
  ).toBeVisible();
});

test("if every size is sold out, the pressed one is shown", oneWidth, async ({ page }) => {
  await open(page, "/product?link=knife-pleat-dress");
  await expect(page.getByText("Navy / XS: Out of Stock")).toBeVisible();
  await size(page, "L").click({ force: true });
  await expect(page.getByText("Navy / L: Out of Stock")).toBeVisible();
  await expect(size(page, "L")).toBeChecked();
  await expect(page.getByRole("group", { name: /^Size:/ })).toContainText("L");
  await expect(page).toHaveURL(/variant=navy-xs$/);
});

test("a signed-in customer's email is filled in", oneWidth, async ({ page, database }) => {
  const email = await addUser(database);
  await signIn(page, email);
  await open(page, `${coat}&variant=navy-xl`);
  await expect(page.getByLabel(/^Notify me when .* back$/)).toHaveValue(email);
});

test("a sold-out variant in the URL is shown and can't be bought", oneWidth, async ({ page }) => {
  await open(page, `${coat}&variant=navy-xl`);
  await expect(page.getByRole("button", { name: "Out of Stock" }).first()).toBeDisabled();
  await expect(page.getByRole("button", { name: "Buy Now" })).toBeDisabled();
  await expect(page.getByText("Navy / XL: Out of Stock")).toBeVisible();
  await expect(page.getByText(/sold out/i)).toHaveCount(0);
});

test(
  "low stock is shown, and the cart holds no more than the stock",
  oneWidth,
  async ({ page }) => {
    await open(page, `${coat}&variant=camel-s`);
    await expect(page.getByText("Only 1 left in stock!")).toBeVisible();
    const more = page.getByRole("button", { name: "Add one" }).first();
    await expect(more).toBeDisabled();
    await expect(more).toHaveAccessibleDescription("Maximum 1");
    await page.getByRole("textbox", { name: /^Quantity of/ }).fill("2");
    await expect(page.getByText("Cannot add more items")).toBeVisible();
    await expect(
      page.getByText("The maximum quantity of 1 has been reached for this item."),
    ).toBeVisible();
  },
);

test(
  "clicking Add to Cart works even if the page is hydrated before the button is released",
  oneWidth,
  async ({ page }) => {
    const { promise: mayHydrate, resolve: hydrate } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await mayHydrate;
      await route.continue();
    });
    // The page's load event may wait for the modules that the test holds back.
    await page.goto(coat, { waitUntil: "domcontentloaded" });
    await page.getByRole("radio", { name: "Camel" }).check({ force: true });
    await size(page, "S").check({ force: true });
    await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().hover();
    await page.mouse.down();
    hydrate();
    await untilHydrated(page);
    await expect(page.getByText("Only 1 left in stock!")).toBeVisible();
    await page.mouse.up();
    const drawer = page.getByRole("dialog", { name: "Your cart" });
    await expect(drawer.getByText("Camel / S")).toBeVisible();
  },
);

test(
  "a quantity above the maximum is reduced to the maximum, and the cart shows a message",
  oneWidth,
  async ({ page, database }) => {
    await openProduct(page, await takeProduct(database));
    const drawer = await addToCart(page);
    const quantity = drawer.getByRole("textbox", { name: /^Quantity of/ });
    await quantity.fill("9999");
    const said = drawer.getByText(/^The maximum quantity of \d+ has been reached for this item\.$/);
    const [maximum = ""] = /\d+/.exec((await said.textContent()) ?? "") ?? [];
    await expect(quantity).toHaveValue(maximum);
    expect(Number(maximum)).toBeGreaterThan(1);
    await expect(drawer.getByText(`Maximum ${maximum}`, { exact: true })).toBeVisible();
  },
);

test("the Add button confirms, and the drawer opens", async ({ page }) => {
  await open(page);
  const add = page
    .getByRole("main")
    .getByRole("button", { name: /^Add(ing|ed)?\b.*(Cart|\.)/ })
    .first();
  const counted = page.waitForRequest(
    (request) =>
      request.url().includes("/analytics/") && /ADD_TO_CART/.test(request.postData() ?? ""),
  );
  await add.click();
  await expect(add).toHaveText("Adding...");
  expect((await counted).postDataJSON()).toMatchObject({ event: "ADD_TO_CART", value: 420 });
  await expect(page.getByRole("dialog", { name: /Your cart/ })).toBeVisible();
  const [line] = JSON.parse((await stored(page, "cart", "localStorage")) ?? "[]") as unknown[];
  expect(line).toMatchObject({
    name: "Double-Breasted Wool Coat",
    color: "Navy",
    size: "XS",
    price: 420,
    originalPrice: 500,
    quantity: 1,
    link: "double-breasted-wool-coat",
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Added to Cart" }).first()).toBeVisible();
  await expect(page.getByText("1 in your cart.")).toBeVisible();
});

test("a selection and a click on Add before hydration are kept", oneWidth, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(coat, { waitUntil: "commit" });
  await size(page, "M").check({ force: true });
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  held.resolve();
  await expect(page.getByRole("dialog", { name: /Your cart/ })).toBeVisible();
  const lines = JSON.parse((await stored(page, "cart", "localStorage")) ?? "[]") as unknown[];
  expect(lines).toMatchObject([{ size: "M", quantity: 1 }]);
});

test("the gallery can be moved with buttons, keys and thumbnails, and zoomed", async ({ page }) => {
  await open(page);
  const gallery = page.getByRole("region", { name: /^Pictures of/ });
  await expect(gallery.getByText("1 / 4")).toBeVisible();
  await gallery.getByRole("button", { name: "Next picture" }).click();
  await expect(gallery.getByText("2 / 4")).toBeVisible();
  await gallery.getByRole("list", { name: /^Pictures/ }).press("ArrowRight");
  await expect(gallery.getByText("3 / 4")).toBeVisible();
  await gallery.getByRole("link", { name: /^Show picture 1/ }).click();
  await expect(gallery.getByText("1 / 4")).toBeVisible();

  await gallery.getByRole("link", { name: "Zoom: picture 1 of 4" }).click();
  const zoom = page.getByRole("dialog", { name: /^Zoom/ });
  await zoom.getByRole("button", { name: "Zoom in" }).click();
  await expect(zoom.getByRole("button", { name: "Zoom out" })).toBeEnabled();
  const enlarge = zoom.getByRole("button", { name: "Zoom in" });
  for (let step = 0; step < 6 && (await enlarge.isEnabled()); step += 1) await enlarge.click();
  await expect(enlarge).toBeDisabled();
  const [shownWidth, ownWidth] = await zoom
    .locator("img")
    .evaluate((img: HTMLImageElement) => [img.getBoundingClientRect().width, img.naturalWidth]);
  expect(Math.round(shownWidth ?? 0)).toBe(ownWidth);
  await page.keyboard.press("ArrowRight");
  await expect(zoom.getByText("2 / 4")).toBeVisible();
  await expect(zoom.getByRole("button", { name: "Zoom out" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(zoom).toBeHidden();
  await expect(gallery.getByRole("status")).toContainText("2 / 4");
});

test(
  "an image that fails shows a message and can be retried",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/avif|webp|Failed to load resource/, "the test blocks the pictures");
    await page.route("**/media/**", (route) => route.abort());
    await open(page);
    await expect(page.getByText("Image failed to load").first()).toBeVisible();
    await expect(page.getByText("Please try refreshing the page").first()).toBeVisible();
    await page.unroute("**/media/**");
    await page.getByRole("button", { name: "Try again" }).first().click();
    const first = page.getByRole("listitem").locator("img").first();
    await expect
      .poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  },
);

test("the wishlist survives a reload", oneWidth, async ({ page }) => {
  await open(page);
  const heart = page.getByRole("button", { name: "Add to wishlist" });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await untilHydrated(page);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "false");
});

test(
  "sharing copies the URL if the system has no share sheet",
  oneWidth,
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "share"));
    await open(page);
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByText("Copied")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("variant=navy-xs");
    await expect(page.getByText("Copied")).toBeHidden();
  },
);

test("measurements switch between inches and centimeters, and the size guide opens at the product's chart", async ({
  page,
}) => {
  await open(page);
  const table = page.getByRole("table", { name: /^Measurements of/ });
  // The initial unit is the usual one in the store's country.
  await expect(table.getByText("41¼", { exact: true })).toBeVisible();
  await page.getByRole("radio", { name: "cm", exact: true }).check({ force: true });
  await expect(table.getByText("105", { exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Size guide", exact: true }).click();
  const guide = page.getByRole("dialog", { name: "Size guide" });
  await expect(guide.getByRole("table", { name: "Women" })).toBeVisible();
  await expect(guide.getByRole("table", { name: "Shoes" })).toBeHidden();
  // On a phone, only the wide chart itself scrolls sideways.
  const edges = await guide.evaluate((dialog) => ({
    dialog: dialog.getBoundingClientRect().right,
    rows: [...dialog.querySelectorAll("summary")].map((row) => row.getBoundingClientRect().right),
  }));
  expect(Math.max(...edges.rows)).toBeLessThan(edges.dialog);
  await guide.getByRole("button", { name: "Calculate size" }).click();
  await expect(guide.getByLabel(/^Bust/)).toBeFocused();
  const units = guide.getByRole("group", { name: "Your measurements in" });
  await expect(units.getByRole("radio", { name: "in" })).toBeChecked();
  await units.getByRole("radio", { name: "cm" }).check({ force: true });
  await guide.getByLabel(/^Bust/).fill("90.5");
  await guide.getByLabel(/^Waist/).fill("70");
  await guide.getByRole("radio", { name: "Close" }).check({ force: true });
  await guide.getByRole("button", { name: "Calculate size" }).click();
  await expect(guide.getByRole("status")).toHaveText(
    "You are between M and L: for a close fit take M.",
  );
});

test("the delivery date is shown once the server has answered", oneWidth, async ({ page }) => {
  await open(page);
  await page.getByText("30-day returns").scrollIntoViewIfNeeded();
  await expect(page.getByText(/Order today, arrives \w{3}, \w{3} \d+ . /)).toBeVisible();
  await expect(
    page.getByRole("main").getByText("Free shipping on orders over $100").first(),
  ).toBeVisible();
});

test("a missing or unknown link shows an error page", oneWidth, async ({ page, browserErrors }) => {
  browserErrors.expect(
    /\/product.* 40|Failed to load resource/,
    "the test requests missing products",
  );
  const missing = await page.goto("/product");
  expect(missing?.status()).toBe(400);
  await expect(page.getByRole("heading", { name: "No product link provided" })).toBeVisible();
  await expect(page.getByText("URL Format: /product?link=your-product-link")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Home" })).toBeVisible();
  const unknown = await page.goto("/product?link=nothing-of-that-name");
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Error Loading Product" })).toBeVisible();
});

test("the add bar appears once the button is scrolled out of view, and disappears again", async ({
  page,
}) => {
  await open(page);
  const bar = page.getByRole("region", { name: "Buy", exact: true });
  await expect(bar).toBeHidden();
  await page.getByRole("heading", { name: "Complete Your Look" }).scrollIntoViewIfNeeded();
  await expect(bar).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(bar).toBeHidden();
});

test("structured data for search engines is correct", oneWidth, async ({ page }) => {
  await open(page);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute(
    "href",
    /\/product\?link=double-breasted-wool-coat$/,
  );
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const data = texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(data.map((each) => each["@type"])).toEqual(
    expect.arrayContaining(["ProductGroup", "BreadcrumbList"]),
  );
  expect(data.find((each) => each["@type"] === "ProductGroup")).toMatchObject({
    hasVariant: expect.arrayContaining([
      expect.objectContaining({
        color: "Navy",
        size: "XL",
        offers: expect.objectContaining({
          price: 420,
          priceCurrency: "USD",
          availability: "https://schema.org/OutOfStock",
        }),
      }),
    ]),
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("all content is readable, and options are links", async ({ page }) => {
    await page.goto(`${coat}&variant=camel-m`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("$420.00").first()).toBeVisible();
    await page.getByRole("link", { name: "Black", exact: true }).click();
    await expect(page).toHaveURL(/variant=black-m$/);
    await expect(page.locator("img[alt*=Black]").first()).toBeVisible();
    await expect(page.locator("noscript p", { hasText: "needs JavaScript" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add to Cart" })).toBeHidden();
  });

  test("a review can be marked as helpful", oneWidth, async ({ page }) => {
    await page.goto("/product?link=fine-merino-turtleneck");
    const helpful = page.getByRole("button", { name: /^Helpful: / }).first();
    await helpful.click();
    await expect(page).toHaveURL(/link=fine-merino-turtleneck/);
    await expect(helpful).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByText("1 person found this helpful")).toBeVisible();
    await helpful.click();
    await expect(page.getByText(/found this helpful/)).toBeHidden();
  });
});
