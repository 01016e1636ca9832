import { expect, oneWidth, test } from "./fixtures.ts";

test("a boot's measurements are not described like a garment's", oneWidth, async ({ page }) => {
  await page.goto("/product?link=block-heel-ankle-boot");
  const measures = page.locator("#measurements");
  await expect(measures.getByRole("heading", { name: "Measured on the shoe" })).toBeVisible();
  await expect(measures).toContainText("standing on its sole");
  await expect(measures).not.toContainText(/garment|flat/);
});
