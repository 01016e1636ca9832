import { defineConfig } from "@playwright/test";
import { canSandbox, findBrowser, launchOptions } from "./tests/e2e/support/find-browser.ts";
import { freePort } from "./tests/free-port.ts";

// Each worker evaluates this file again, with the environment variables that the first evaluation has set.
process.env["CHROMIUM_PATH"] ||= await findBrowser();
process.env["E2E_SANDBOX"] ||= canSandbox(process.env["CHROMIUM_PATH"]) ? "1" : "0";
process.env["E2E_PORT"] ||= String(await freePort());

const desktop = { viewport: { width: 1440, height: 900 } };
const report = process.env["PLAYWRIGHT_JSON_OUTPUT_FILE"];

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/e2e/global-setup.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  // More workers than a small machine has cores, because a browser mostly waits.
  workers: 3,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: report === undefined ? [["list"]] : [["list"], ["json", { outputFile: report }]],
  use: {
    baseURL: `http://localhost:${process.env["E2E_PORT"]}`,
    browserName: "chromium",
    launchOptions: launchOptions(process.env["CHROMIUM_PATH"], process.env["E2E_SANDBOX"] === "1"),
    locale: "en-US",
    timezoneId: "Europe/Rome",
    actionTimeout: 30_000,
    screenshot: "only-on-failure",
    // Traces are off, because recording them makes the tests take 1.5 times as long. --trace=on shows a failure step by
    // step.
  },
  projects: [
    {
      name: "phone",
      grepInvert: /@one-width/,
      use: {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
      },
    },
    { name: "desktop", grep: /@one-width/, use: desktop },
    // Runs the phone's tests at the desktop's width. npm test does this only with --all, or if tests are named.
    { name: "desktop-repeat", grepInvert: /@one-width/, use: desktop },
  ],
});
