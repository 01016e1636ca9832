import { expect, oneWidth, test } from "./support/fixtures.ts";

test(
  "a boot's measurements are explained as those of a shoe, not of a garment",
  oneWidth,
  async ({ page }) => {
    await page.goto("/product?link=block-heel-ankle-boot");
    const measurements = page.locator("#measurements");
    await expect(measurements.getByRole("heading", { name: "Measured on the shoe" })).toBeVisible();
    await expect(measurements).toContainText("standing on its sole");
    await expect(measurements).not.toContainText(/garment|flat/);
  },
);
