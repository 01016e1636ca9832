import { expect, oneWidth, test, untilHydrated } from "./support/fixtures.ts";

test(
  "the contact form opens the mail program, or says what to do if there is none",
  oneWidth,
  async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/contact-us");
    await untilHydrated(page);
    const send = page.getByRole("button", { name: "Send Message" });
    await expect(send).toBeDisabled();
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada");
    await page.getByLabel("Subject").selectOption("Product question");
    await page.getByLabel("Message").fill("Is it lined?");
    await send.click();
    const problem = page.getByText("Enter an email address like name@example.com.");
    await expect(problem).toBeVisible();
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.getByLabel("Email").fill("ada@example.com");
    await expect(problem).toBeHidden();
    await send.click();
    await expect(page.getByRole("heading", { name: "Email Client Opened!" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Email Client Not Found" })).toBeFocused();
    await page.getByRole("button", { name: "Copy Email Content" }).click();
    await expect(page.getByRole("button", { name: "Copied to Clipboard" })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("Subject: Product question: Ada");
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(page.getByLabel("Name")).toBeFocused();
    await expect(page.getByLabel("Message")).toHaveValue("Is it lined?");
    await expect(send).toBeEnabled();
  },
);

test(
  "without a mail program, the message is sent from the page, and the input is never lost",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(
      /contact\/store|message could not be sent|Failed to load/,
      "no network at first",
    );
    await page.goto("/contact-us");
    await untilHydrated(page);
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill(`ada-${Date.now()}@example.com`);
    await page.getByLabel("Subject").selectOption("Press");
    await page.getByLabel("Message").fill("x".repeat(4001));
    await page.getByRole("button", { name: "Send Message" }).click();
    const fromPage = page.getByRole("button", { name: "Send from this page" });
    await expect(fromPage).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(
      true,
    );
    await fromPage.click();
    await expect(page.getByText("Use at most 4,000 characters.")).toBeVisible();
    await expect(page.getByLabel("Message")).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveValue("Ada");
    await page.getByLabel("Message").fill("Is it lined?");
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.route("**/api/v1/contact/**", (route) => route.abort());
    await fromPage.click();
    await expect(page.getByText("We couldn't send your message.")).toBeVisible();
    await page.unroute("**/api/v1/contact/**");
    await fromPage.click();
    await expect(page.getByRole("heading", { name: "Message sent" })).toBeFocused();
    // The form has been replaced, so no text may still refer to it.
    await expect(page.getByRole("main")).not.toContainText("below");
    await page.getByRole("button", { name: "Send Another Message" }).click();
    await expect(page.getByLabel("Message")).toHaveValue("");
  },
);

test(
  "a message is still there after a reload and after another page, until it is sent",
  oneWidth,
  async ({ page }) => {
    const typed = async () => ({
      name: await page.getByLabel("Name").inputValue(),
      email: await page.getByLabel("Email").inputValue(),
      subject: await page.getByLabel("Subject").inputValue(),
      message: await page.getByLabel("Message").inputValue(),
    });
    const email = `ada-${Date.now()}@example.com`;
    const written = { name: "Ada", email, subject: "Press", message: "Is it lined?\nAda" };
    await page.goto("/contact-us");
    await untilHydrated(page);
    await page.getByLabel("Name").fill(written.name);
    await page.getByLabel("Email").fill(written.email);
    await page.getByLabel("Subject").selectOption(written.subject);
    await page.getByLabel("Message").fill(written.message);
    await page.reload();
    await expect.poll(typed).toEqual(written);
    await page.getByRole("main").getByRole("link", { name: "Size guide" }).click();
    await expect(page).toHaveURL(/size-guide/);
    await page.goBack();
    await expect.poll(typed).toEqual(written);
    await page.getByRole("button", { name: "Send Message" }).click();
    await page.getByRole("button", { name: "Send from this page" }).click();
    await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
    await page.reload();
    await untilHydrated(page);
    await expect.poll(typed).toEqual({ name: "", email: "", subject: "", message: "" });
  },
);

test("a return can be started and canceled, and its email composed", oneWidth, async ({ page }) => {
  await page.goto("/returns");
  await untilHydrated(page);
  const begin = page.getByRole("button", { name: "Begin Return Process" });
  await begin.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await begin.click();
  await page.getByLabel("Order number").fill("1001");
  await page.getByRole("textbox", { name: "Email" }).fill(`ada-${Date.now()}@example.com`);
  await page.getByLabel("Reason").selectOption("Wrong size");
  await page.getByRole("button", { name: "Write the email" }).click();
  await expect(page.getByText("Enter the order number from your confirmation email")).toBeVisible();
  await page.getByLabel("Order number").fill("7k3m 9qxz");
  await page.getByLabel("Items and sizes").fill("Wool coat, M");
  await page.getByRole("button", { name: "Write the email" }).click();
  await expect(page.getByText("Return of order 7K3M-9QXZ")).toBeVisible();
  await page.getByRole("button", { name: "Send from this page" }).click();
  await expect(page.getByRole("heading", { name: "Message sent" })).toBeFocused();
});

test(
  "the coming-soon form shows a thank-you message for three seconds and ignores blank input",
  oneWidth,
  async ({ page }) => {
    await page.goto("/coming-soon");
    await untilHydrated(page);
    const thanks = page.getByText("Thank you! We'll notify you when we launch.");
    const field = page.getByLabel("Email");
    await field.fill("   ");
    await page.getByRole("button", { name: "Notify me" }).click();
    await expect(thanks).toBeHidden();
    await field.fill(`ada-${Date.now()}@example.com`);
    await page.getByRole("button", { name: "Notify me" }).click();
    await expect(thanks).toBeVisible();
    await expect(page.getByText("Almost done. Open the link in the email")).toBeVisible();
    await expect(field).toHaveValue("");
    await expect(thanks).toBeHidden();
  },
);

test(
  "signing in rejects a wrong password and a return path to another origin",
  oneWidth,
  async ({ page, browserErrors }) => {
    browserErrors.expect(/login.* 401|status of 401/, "the password is wrong");
    await page.goto("/login?returnTo=%2F%2Felsewhere.example");
    await untilHydrated(page);
    await expect(page.getByRole("link", { name: "Continue as guest" })).toHaveAttribute(
      "href",
      "/",
    );
    await page.getByRole("textbox", { name: "Email" }).fill("nobody@example.com");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert").getByText("Wrong email or password.")).toBeVisible();
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the contact form is sent from the page, and errors keep the input", async ({
    page,
    browserErrors,
  }) => {
    browserErrors.expect(/contact-us|status of 400/, "the address is invalid");
    await page.goto("/contact-us");
    await page.getByLabel("Name").fill("Ada");
    await page.getByLabel("Email").fill("ada");
    await page.getByLabel("Message").fill("Is it lined?");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Enter an email address like name@example.com.")).toBeVisible();
    await expect(page.getByText("Choose a subject.")).toBeVisible();
    await expect(page.getByLabel("Message")).toHaveValue("Is it lined?");
    await page.getByLabel("Email").fill(`ada-${Date.now()}@example.com`);
    await page.getByLabel("Subject").selectOption("Press");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
  });

  test(
    "a return is sent from the page, and an error keeps the input",
    oneWidth,
    async ({ page, browserErrors }) => {
      browserErrors.expect(/returns|status of 400/, "the number is invalid");
      await page.goto("/returns?begin=1&order=1001");
      await page.getByRole("textbox", { name: "Email" }).fill(`ada-${Date.now()}@example.com`);
      await page.getByLabel("Reason").selectOption("Other");
      await page.getByRole("button", { name: "Send the return" }).click();
      await expect(
        page.getByText("Enter the order number from your confirmation email"),
      ).toBeVisible();
      await page.getByLabel("Order number").fill("7K3M-9QXZ");
      await page.getByRole("button", { name: "Send the return" }).click();
      await expect(page.getByRole("heading", { name: "Message sent" })).toBeVisible();
    },
  );

  test("size charts can be switched, and so can their unit", oneWidth, async ({ page }) => {
    await page.goto("/size-guide?chart=shoes");
    const unit = page.getByRole("group", { name: "Unit", exact: true });
    // The initial unit is the usual one in the store's country.
    await expect(unit.getByLabel("Inches")).toBeChecked();
    await unit.getByLabel("Centimeters").check();
    await expect(page.getByRole("columnheader", { name: "CM" })).toBeVisible();
    await page.getByRole("radio", { name: "Women" }).check();
    await unit.getByLabel("Inches").check();
    await expect(page.getByRole("columnheader", { name: "Bust" })).toBeVisible();
    await expect(page.getByRole("cell", { name: "31½", exact: true }).first()).toBeVisible();
    await page.getByLabel("Bust or chest").fill("88");
    await page.getByRole("button", { name: "Calculate size" }).click();
    await expect(page.getByText("Did you mean centimeters?")).toBeVisible();
    const units = page.getByRole("group", { name: "Your measurements in" });
    await units.getByLabel("Centimeters").check();
    await page.getByLabel("Waist").fill("seventy");
    await page.getByRole("button", { name: "Calculate size" }).click();
    await expect(page.getByText("Enter centimeters, e.g. 88.5.")).toBeVisible();
    await page.getByLabel("Chart", { exact: true }).last().selectOption("Women");
    await page.getByLabel("Waist").fill("70");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Calculate size" }).click();
    await expect(page.getByText("Your size is M (US 6, EU 38, UK 10).")).toBeInViewport();
  });

  test(
    "an unknown confirmation link shows an error, and no page needs JavaScript",
    oneWidth,
    async ({ page, browserErrors }) => {
      browserErrors.expect(/newsletter\/confirm|status of 404/, "no such subscription");
      await page.goto(`/newsletter/confirm?token=${"x".repeat(43)}`);
      await page.getByRole("button", { name: "Confirm subscription" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link no longer works");
      for (const path of ["/shipping-info", "/support", "/policy", "/links", "/about"]) {
        await page.goto(path);
        await expect(page.locator('script[type="module"], script[type="text/module"]')).toHaveCount(
          0,
        );
      }
    },
  );
});
