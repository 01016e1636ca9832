import { expect, oneWidth, slow, test, untilHydrated } from "./support/fixtures.ts";
import { addToCart, openCheapest, testWindow, toPayment } from "./support/shopper.ts";

const own = {
  sorvela: {
    season: "Spring Summer '27",
    cutOff: /placed before 2:00\sPM Rome time count from the same business day/,
    refunds: "Refunds take 5-7 business days. Tell us about damage within 48 hours.",
    charts: ["Women", "Men", "Shoes", "Accessories"],
    category: "Dresses",
    chat: true,
    tax: true,
  },
  tordo: {
    season: "Winter on the hill",
    cutOff: /placed before 14:00 Lisbon time count from the same business day/,
    refunds: "Refunds take 3-5 business days. Tell us about damage within 72 hours.",
    charts: ["Shoes", "Accessories"],
    category: null,
    chat: false,
    tax: false,
  },
};

for (const [slug, texts] of Object.entries(own))
  test.describe(slug, oneWidth, () => {
    test.use({
      baseURL: async ({ baseURL }, use) =>
        use((baseURL ?? "").replace("//localhost", `//${slug}.localhost`)),
    });

    test("season, promises, charts, filters and chat come from the store's settings", async ({
      page,
    }) => {
      await page.goto("/collection");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts.season);
      await expect(page.getByRole("link", { name: "Coming soon" })).toHaveAttribute(
        "href",
        "/coming-soon",
      );
      const dresses = page.getByRole("checkbox", { name: /^Dresses/ });
      await expect(dresses).toHaveCount(texts.category === null ? 0 : 1);

      await page.goto("/returns");
      await expect(page.getByText(texts.refunds)).toBeVisible();

      await page.goto("/size-guide");
      const charts = page.getByRole("group", { name: "Chart" }).getByRole("radio");
      expect(
        await charts.evaluateAll((all) => all.map((one) => one.closest("label")?.innerText)),
      ).toEqual(texts.charts);

      await page.goto("/shipping-info");
      const nextDay = page.getByRole("listitem").filter({ hasText: "Next Day" }).first();
      await expect(nextDay).toContainText("1 business day");
      await expect(page.getByText(texts.cutOff)).toBeVisible();

      // A chat address that is a mailto link is labeled as email.
      await page.goto("/contact-us");
      const channel = page.getByRole("link", { name: "Email chat@sorvela.example" });
      await expect(channel).toHaveCount(texts.chat ? 1 : 0);
      await page.goto("/support");
      await expect(page.getByText(/live chat/i)).toHaveCount(0);
      await expect(
        page.getByRole("contentinfo").getByRole("link", { name: "Instagram" }),
      ).toBeVisible();
    });

    test(
      "the cart shows a tax row if tax is added, and the payment messages are blue",
      slow,
      async ({ page }) => {
        await openCheapest(page);
        const drawer = await addToCart(page);
        await expect(drawer.getByText("Total", { exact: true })).toBeVisible();
        await expect(drawer.getByText(/^Tax \(/)).toHaveCount(texts.tax ? 1 : 0);
        const estimated = texts.tax ? "Shipping and tax are estimated" : "Shipping is estimated";
        await expect(drawer.getByText(estimated)).toBeVisible();

        await drawer.getByRole("link", { name: "Checkout", exact: true }).click();
        await page.getByLabel("Country").selectOption("US");
        await toPayment(page, `blue-${slug}@example.com`);
        await page.locator("#pay").click();
        await testWindow(page).getByRole("button", { name: "Close" }).click();
        const message = page.getByText(/^You closed the payment window/).locator("..");
        await expect(message).toHaveCSS("color", "rgb(35, 64, 199)");
        await expect(message).toHaveCSS("border-top-color", "rgb(35, 64, 199)");
      },
    );

    test("the launch progress bar shows a number", async ({ page }) => {
      await page.goto("/coming-soon");
      await untilHydrated(page);
      const bar = page.getByRole("progressbar", { name: "Development in Progress" });
      const value = Number(await bar.getAttribute("value"));
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(100);
      await expect(page.getByText("Launches on")).toBeVisible();
      await expect(page.getByText(`${texts.season} is on its way.`)).toBeVisible();
    });
  });
