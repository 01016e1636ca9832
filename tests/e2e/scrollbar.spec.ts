import sharp from "sharp";
import { launchOptions } from "./support/find-browser.ts";
import { expect, oneWidth, test, untilHydrated, untilStill } from "./support/fixtures.ts";

// Shows scrollbars, which Playwright hides by default.
test.use({
  launchOptions: {
    ...launchOptions(process.env["CHROMIUM_PATH"] ?? "", process.env["E2E_SANDBOX"] === "1"),
    ignoreDefaultArgs: ["--hide-scrollbars"],
  },
});

test(
  "opening a dialog leaves no gap in place of the scrollbar, and doesn't move the page",
  oneWidth,
  async ({ page }) => {
    await page.goto("/product?link=double-breasted-wool-coat");
    await untilHydrated(page);
    const heading = () =>
      page.evaluate(() => document.querySelector("h1")?.getBoundingClientRect().x);
    const before = await heading();
    const free = () => page.evaluate(() => innerWidth - document.documentElement.clientWidth);
    expect(await free()).toBeGreaterThan(0);
    await page.getByRole("main").getByRole("link", { name: "Size guide", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await untilStill(page);
    expect(await heading()).toBe(before);
    // The background at the window's edge must be as dark as the background next to it.
    const brightness = async (x: number) => {
      const picture = await page.screenshot({ clip: { x, y: 400, width: 4, height: 40 } });
      return (await sharp(picture).stats()).channels[0]?.mean ?? 0;
    };
    expect(await brightness(1434)).toBeCloseTo(await brightness(1415), 0);
  },
);
