import { randomUUID } from "node:crypto";
import { addUser, password } from "./support/customers.ts";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { foundInMail } from "./support/mails.ts";
import { expectNoViolations } from "./support/no-violations.ts";

test("a mistyped email is questioned in a new account", oneWidth, async ({ page }) => {
  await page.goto("/account/register");
  await untilHydrated(page);
  const field = page.getByRole("textbox", { name: "Email" });
  await field.fill("ada@gmial.con");
  await field.press("Tab");
  await page.getByRole("button", { name: "Did you mean ada@gmail.com?" }).click();
  await expect(field).toHaveValue("ada@gmail.com");
  await expectNoViolations(page);
});

test(
  "a user registers and verifies the address; invalid links, and a form sent without JavaScript, show errors",
  slowOneWidth,
  async ({ page, browserErrors, browser, baseURL }) => {
    browserErrors.expect(/status of 400|400$/, "the first submission is rejected");
    const email = `new-${randomUUID()}@example.com`;
    const bare = await browser.newPage({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
    await bare.goto("/account/register");
    await bare.getByRole("button", { name: "Create account" }).click();
    await expect(bare.getByText("Use at least 10 characters.").first()).toBeVisible();
    await bare.close();

    await page.goto("/login?returnTo=%2Fwishlist");
    await untilHydrated(page);
    await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
    await expectNoViolations(page);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("One more step");
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByRole("link", { name: "Continue as guest" })).toHaveAttribute(
      "href",
      "/wishlist",
    );

    const link = new URL(await foundInMail(email, /https?:\/\/\S+\/verify-email\?token=\S+/));
    await page.goto(link.pathname + link.search);
    await untilHydrated(page);
    const typed = page.getByLabel("Password");
    await typed.fill(password);
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(typed).toHaveAttribute("type", "text");
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Hide password" }).click();
    await expect(typed).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await expect(page.getByText("you're signed in")).toBeVisible();
    await page.getByRole("link", { name: "Continue", exact: true }).click();
    await expect(page).toHaveURL(/\/wishlist$/);
    await page.goto("/account");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
    // A list of devices that is still loading would be refused after signing out.
    await expect(page.getByText("This device")).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await expect(page).not.toHaveURL(/account/);

    await page.goto(`/verify-email?token=${"x".repeat(60)}`);
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Set a new password instead" }).click();
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
    await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");

    await page.goto("/login");
    await untilHydrated(page);
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
    await expect(page).toHaveURL(/\/register$/);
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await page.getByRole("link", { name: "I already have an account" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page).toHaveURL(/\/account\/forgotten$/);
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
    await expect(page.getByText("The link works for 1 hour.")).toBeVisible();
    await page.goto(`/reset-password?token=${"x".repeat(60)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
    await expectNoViolations(page);
  },
);

test(
  "a used password link says so when it is opened, and in a tab that was opened before",
  oneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/status of 400|400$/, "two forms are rejected");
    const email = await addUser(database);
    const heading = page.getByRole("heading", { level: 1 });
    await page.goto("/account/forgotten");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(heading).toHaveText("Check your inbox");
    const link = new URL(await foundInMail(email, /https?:\/\/\S+\/reset-password\?token=\S+/));
    const path = link.pathname + link.search;

    await page.goto(path);
    await expect(heading).toHaveText("New password");
    const other = await page.context().newPage();
    await other.goto(path);
    await other.getByLabel("New password").fill("summer hats in may");
    await other.getByRole("button", { name: "Set password" }).click();
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your password was changed");
    await other.close();

    await page.getByLabel("New password").fill("winter hats in june");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(heading).toHaveText("This link no longer works");

    await page.goto(path);
    await expect(heading).toHaveText("This link no longer works");
    await expectNoViolations(page);
    await page.getByRole("textbox", { name: "Email" }).fill("no address");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveAttribute(
      "aria-invalid",
      "true",
    );
    await expect(heading).toHaveText("This link no longer works");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(heading).toHaveText("Check your inbox");
  },
);

test(
  "the page that confirms another store's account shows the platform, not this store, and leads back",
  oneWidth,
  async ({ page, browserErrors, baseURL }) => {
    browserErrors.expect(/is another origin/, "the test visits two stores");
    browserErrors.expect(/ 401|status of 401/, "nobody is signed in here");
    const email = `new-${randomUUID()}@example.com`;
    const other = (baseURL ?? "").replace("//localhost", "//tordo.localhost");
    await page.goto(`${other}/account/register`);
    await untilHydrated(page);
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Create account" }).click();

    await page.goto(await foundInMail(email, /https?:\/\/\S+\/verify-email\?token=\S+/));
    expect(new URL(page.url()).hostname).toBe("localhost");
    await untilHydrated(page);
    await expect(page).toHaveTitle("Confirm your email address | Vetrina");
    await expect(page.getByText("Vetrina", { exact: true })).toBeVisible();
    await expect(page.getByText("Tordo runs on Vetrina")).toBeVisible();
    await expect(page.getByRole("banner")).toHaveCount(0);
    await expect(page.getByRole("contentinfo")).toHaveCount(0);
    await expectNoViolations(page);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await expect(page.getByRole("link", { name: "Sign in at Tordo" })).toBeVisible();
    // The other store of this host isn't signed in.
    const here = await page.context().newPage();
    await here.goto("/account");
    await expect(here.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
    await here.close();
    await page.getByRole("link", { name: "Sign in at Tordo" }).click();
    await expect(page).toHaveURL(`${other}/login`);
    await expect(page.getByRole("banner")).toHaveCount(1);
  },
);
