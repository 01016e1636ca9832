import { expect, oneWidth, test } from "./support/fixtures.ts";
import { addToCart, expectStep, openCheapest } from "./support/shopper.ts";

// Tordo is in Portugal, its prices include VAT, and it accepts VAT IDs (global-setup.ts).
test.use({
  baseURL: async ({ baseURL }, use) =>
    use((baseURL ?? "").replace("//localhost", "//tordo.localhost")),
});

test(
  "the VAT in a price is shown, and a company in another EU country doesn't pay it",
  oneWidth,
  async ({ page }) => {
    await openCheapest(page);
    const drawer = await addToCart(page);
    await expect(drawer.getByText(/^Includes IVA \(23%\): /)).toBeVisible();
    await drawer.getByRole("link", { name: "Checkout", exact: true }).click();
    await expectStep(page, "Information");

    await page.getByLabel("Email").fill("ada@company.example");
    await page.getByLabel("Country").selectOption("DE");
    for (const [field, value] of [
      ["name", "Ada Lovelace"],
      ["address-line1", "Unter den Linden 1"],
      ["address-level2", "Berlin"],
      ["postal-code", "10117"],
    ])
      await page.locator(`[autocomplete="shipping ${field}"]`).fill(value ?? "");
    const vatId = page.getByLabel("VAT ID (optional)");
    await vatId.fill("DE 136 695 977");
    await vatId.blur();
    await expect(page.getByText("This isn't a valid VAT ID for DE.")).toBeVisible();
    await vatId.fill("DE 136 695 976");
    await vatId.blur();
    const summary = page.getByRole("button", { name: "Show order summary" });
    if (await summary.isVisible()) await summary.click();
    const region = page.getByRole("region", { name: "Order summary" });
    await expect(region.getByText("Reverse charge: your company owes the VAT.")).toBeVisible();
    await expect(region.getByText(/^Includes/)).toHaveCount(0);

    // Within the EU, no duties are due. Outside the EU, they may be.
    const nothing = region.getByText("No other costs");
    await expect(nothing).toBeVisible();
    await page.getByLabel("Country").selectOption("CH");
    await expect(region.getByText("Duties or import tax may be due on arrival")).toBeVisible();
    await expect(nothing).toHaveCount(0);
  },
);
