import { expect, oneWidth, test, untilHydrated } from "./support/fixtures.ts";

/** A PNG of one pixel. */
const smallPicture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const coat = "/product?link=double-breasted-wool-coat";

test("reviews are filtered and sorted, and one can be written", async ({ page, database }, {
  project,
}) => {
  await page.goto(coat);
  await untilHydrated(page);
  await page.getByRole("button", { name: /^3 stars/ }).click();
  await expect(page.getByText(/reviews with 3 stars/)).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Read the most critical first" }).click();
  await expect(page.getByLabel("Sort")).toHaveValue("critical");

  await page.getByRole("button", { name: "Write a review" }).click();
  const form = page.getByRole("dialog", { name: "Write a review" });
  await expect(form.getByRole("radio", { name: "5 stars" })).toBeChecked();
  await form.getByRole("button", { name: "Send review" }).click();
  await expect(form.getByText("Enter your name.")).toBeVisible();
  await expect(form.getByLabel("Name")).toBeFocused();
  await form.getByLabel("Name").fill("Ada");
  await form.getByLabel("Title").fill(`Warm on a ${project.name}`);
  await form.getByLabel("Your review").fill("Heavier than it looks.");
  await form.getByRole("radio", { name: "True to size" }).check({ force: true });
  const pixel = { name: "coat.png", mimeType: "image/png", buffer: smallPicture };
  const drawing = { name: "coat.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") };
  await form.getByLabel("Pictures").setInputFiles([pixel, drawing]);
  await expect(form.getByRole("alert").filter({ hasText: "isn't supported" })).toBeVisible();
  await form.getByRole("button", { name: "Remove coat.svg" }).click();
  await expect(form.getByRole("button", { name: "Remove coat.png" })).toBeVisible();
  await form.getByRole("button", { name: "Send review" }).click();
  await expect(page.getByText("Thank you for your review!")).toBeVisible();
  // The window keeps its layout and its content while it fades out.
  const fading = await form.evaluate(
    (dialog) =>
      new Promise<string>((resolve) => {
        const shown = () => `${getComputedStyle(dialog).flexDirection} ${dialog.textContent}`;
        dialog.addEventListener("close", () => resolve(shown()));
      }),
  );
  expect(fading).toMatch(/^column .*Thank you for your review!/);
  await expect(form).toBeHidden();
  await expect(
    page.getByText(/^We received your review\. It appears here after we check it/),
  ).toBeVisible();
  const { rowCount } = await database.query(
    `select from shop.review_photos p join shop.reviews r on r.store_id = p.store_id and r.id = p.review_id
     where r.title = $1`,
    [`Warm on a ${project.name}`],
  );
  expect(rowCount).toBe(1);
});

const inTordo = test.extend({
  baseURL: async ({ baseURL }, use) => use(baseURL?.replace("//", "//tordo.")),
});
inTordo("the fit of a bag is neither shown nor requested", oneWidth, async ({ page }) => {
  await page.goto("/product?link=tram-bag");
  await untilHydrated(page);
  await expect(page.getByRole("heading", { name: "Reviews" })).toBeVisible();
  await page.getByRole("button", { name: "Write a review" }).click();
  const form = page.getByRole("dialog", { name: "Write a review" });
  await expect(form.getByLabel("Title")).toBeVisible();
  await expect(page.getByText(/true to size|does it fit/i)).toHaveCount(0);
});

test("a review can be marked as helpful, and the vote withdrawn", oneWidth, async ({ page }) => {
  await page.goto(coat);
  await untilHydrated(page);
  const helpful = page.getByRole("button", { name: /^Helpful: / }).first();
  await helpful.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("1 person found this helpful")).toBeVisible();
  await page.reload();
  await expect(helpful).toHaveAttribute("aria-pressed", "true");
  await helpful.click();
  await expect(helpful).toHaveAttribute("aria-pressed", "false");
  await expect(page.getByText(/found this helpful/)).toBeHidden();
});

test(
  "a failed submission keeps the text of the review",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/reviews\/product|Failed to load resource/, "the test breaks the call");
    await page.goto(coat);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Write a review" }).click();
    const form = page.getByRole("dialog", { name: "Write a review" });
    for (const label of ["Name", "Title", "Your review"]) await form.getByLabel(label).fill("Ada");
    await page.route("**/api/v1/reviews/**", (route) => route.abort());
    await form.getByRole("button", { name: "Send review" }).click();
    await expect(form.getByRole("alert")).toContainText("It's still here");
    await expect(form.getByLabel("Your review")).toHaveValue("Ada");
  },
);

test(
  "a click on a part whose code is still loading is repeated later",
  oneWidth,
  async ({ page }) => {
    const loading = Promise.withResolvers<void>();
    await page.route(/\/assets\/later-sections-/, async (route) => {
      await loading.promise;
      await route.continue();
    });
    await page.goto(coat);
    await untilHydrated(page, "first");
    await page.getByRole("button", { name: "Write a review" }).click();
    await expect(page.locator("[data-waiting]")).toBeAttached();
    loading.resolve();
    await expect(page.getByRole("dialog", { name: "Write a review" })).toBeVisible();
  },
);
