import { expect, oneWidth, test } from "./fixtures.ts";

test("a boot is not said to be a garment that was laid flat", oneWidth, async ({ page }) => {
  await page.goto("/product?link=block-heel-ankle-boot");
  const measures = page.locator("#measurements");
  await expect(measures.getByRole("heading", { name: "Measured on the shoe" })).toBeVisible();
  await expect(measures).toContainText("standing on its sole");
  await expect(measures).not.toContainText(/garment|flat/);
});
