import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Client } from "pg";
import { hashPassword } from "../../apps/server/src/platform/auth/password.ts";
import { expect, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { takeProduct } from "./support/products.ts";
import {
  decide,
  expectStep,
  expectThanks,
  fillInformation,
  payButton,
  toCheckout,
} from "./support/shopper.ts";

const password = "correct horse battery staple";
const milan = {
  name: "Ada Lovelace",
  address: "Via Tortona 1",
  city: "Milan",
  postalCode: "20144",
  country: "IT",
};

/** Adds a customer with an address in Milan, and signs in on the account page. */
async function customer(page: Page, database: Client): Promise<string> {
  const email = `ada-${randomUUID()}@example.com`;
  await database.query(
    "insert into shop.users (id, email, name, password_hash, email_verified_at) values ($1, $2, 'Ada Lovelace', $3, now())",
    [randomUUID(), email, await hashPassword(password, "system")],
  );
  await page.goto("/login");
  await signIn(page, email);
  await page.waitForURL("**/account");
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem("accessToken"))}`;
  const me = await page.request.get("/api/v1/customers/me", { headers: { authorization } });
  const { id } = (await me.json()) as { id: string };
  await page.request.post(`/api/v1/customers/${id}/addresses`, {
    headers: { authorization },
    data: milan,
  });
  return email;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.waitForURL("**/login*");
  await untilHydrated(page);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Ends the customer's sessions as if they had expired. */
async function expire(database: Client, email: string): Promise<void> {
  await database.query(
    "update shop.sessions set revoked_at = now() where user_id = (select id from shop.users where email = $1)",
    [email],
  );
}

async function continueToPayment(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue to shipping" }).click();
  await expectStep(page, "Shipping");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expectStep(page, "Payment");
}

test(
  "a signed-in customer gets the form filled in, and signing out removes the data from all tabs",
  slowOneWidth,
  async ({ page, context, database, browserErrors }) => {
    const email = await customer(page, database);
    const product = await takeProduct(database);
    await toCheckout(page, product);
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
    await expect(page.getByText("You don't need an account")).toHaveCount(0);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expect(page.getByLabel("Full name")).toHaveValue(milan.name);
    await expect(page.getByLabel("Country")).toHaveValue("IT");
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("Milan");
    await expect(page.getByLabel("Saved addresses")).toContainText("Via Tortona 1");
    await expect(page.getByLabel("Save this address to my account")).toHaveCount(0);
    await expectNoViolations(page);

    await page.getByLabel("Saved addresses").selectOption("Another address");
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("");
    await page.getByLabel("Country").selectOption("US");
    await fillInformation(page, email);
    await page.getByLabel("Save this address to my account").check();
    await page.reload();
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("Austin");
    await expect(page.getByLabel("Save this address to my account")).toBeChecked();
    await continueToPayment(page);
    await payButton(page).click();
    await decide(page, "Approve");
    await expectThanks(page);
    const paid = page.url();
    const { rows } = await database.query(
      `select c.email, (select array_agg(a.city order by a.city) from shop.customer_addresses a where a.customer_id = c.id) as cities
     from shop.orders o join shop.customers c on c.id = o.customer_id where o.id = $1`,
      [new URL(paid).searchParams.get("orderId")],
    );
    expect(rows).toEqual([{ email, cities: ["Austin", "Milan"] }]);
    const other = await context.newPage();
    await other.goto("/order-tracking");
    await expect(other.getByRole("main").getByLabel("Email")).toHaveValue(email);
    await page.goto("/account");
    await page.getByRole("link", { name: /Paid \(test order\)$/ }).click();
    await expect(page.getByText("This is a test order.")).toBeVisible();

    await toCheckout(page, product);
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await other.goto("/checkout");
    // The other tab has its own copy of the form, which signing out must clear too.
    await expect(other.getByLabel("City", { exact: true })).toHaveValue("Milan");
    await page.getByRole("button", { name: "Sign out and continue as guest" }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByText("Have an account?")).toBeVisible();
      await expect(tab.getByText("You don't need an account")).toBeVisible();
      for (const label of ["Email", "Full name", "City"])
        await expect(tab.getByLabel(label)).toHaveValue("");
    }
    expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain(
      email,
    );
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout");
    browserErrors.expect(/thank-you.* 404|status of 404/, "the order's key was removed");
    await page.goto(paid);
    await untilHydrated(page);
    await expect(page.getByText(email)).toHaveCount(0);
  },
);

test(
  "details that arrive while the shopper is in an empty field aren't mixed with what they type",
  slowOneWidth,
  async ({ page, database }) => {
    const own = await customer(page, database);
    const answer = Promise.withResolvers<void>();
    await page.route(/customers\/[^/]+\/addresses/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await toCheckout(page, await takeProduct(database));
    const email = page.getByLabel("Email");
    await email.focus();
    answer.resolve();
    await expect(page.getByText(`Signed in as ${own}`)).toBeVisible();
    await expect(email).toHaveValue("");
    await email.pressSequentially("other@example.com");
    await expect(page.getByLabel("Full name")).toHaveValue(milan.name);
    await expect(email).toHaveValue("other@example.com");
  },
);

test(
  "details that arrive after the address was begun fill in the name and keep the other errors",
  slowOneWidth,
  async ({ page, database }) => {
    const own = await customer(page, database);
    const answer = Promise.withResolvers<void>();
    await page.route(/customers\/[^/]+\/addresses/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await toCheckout(page, await takeProduct(database));
    await page.getByLabel("Country").selectOption("US");
    await page.getByLabel("City", { exact: true }).fill("Austin");
    await page.getByLabel("ZIP code").fill("787");
    const summary = page.getByRole("region", { name: "Please fix" });
    const errors = summary.getByRole("link");
    // The rules for postal codes load after the page. Until then, any is accepted here.
    await expect(async () => {
      await page.getByRole("button", { name: "Continue to shipping" }).click();
      const names = [/email/, /full name/, /street/, /state/, /ZIP/];
      await expect(errors).toHaveText(names, { timeout: 1000 });
    }).toPass();
    answer.resolve();
    await expect(page.getByLabel("Email")).toHaveValue(own);
    await expect(page.getByLabel("Full name")).toHaveValue(milan.name);
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("Austin");
    await expect(errors).toHaveText([/street/, /state/, /ZIP/]);
  },
);

test(
  "a session that expires during a checkout loses no input",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/ 401|status of 401/, "the session has expired");
    const email = await customer(page, database);
    const product = await takeProduct(database);
    await toCheckout(page, product);
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("Milan");
    await page.getByLabel("Full name").fill("Ada King");
    await expire(database, email);
    await page.reload();
    await expect(page.getByText("What you typed is still here.")).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue("Ada King");
    await expect(page.getByLabel("Email")).toHaveValue(email);
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Sign in again" }).click();
    await signIn(page, email);
    await page.waitForURL("**/checkout");
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
    await expect(page.getByLabel("Full name")).toHaveValue("Ada King");

    await continueToPayment(page);
    await expire(database, email);
    await payButton(page).click();
    await expect(
      page.getByText(/^Your session has ended\. You haven't been charged/),
    ).toBeVisible();
    await page.getByRole("button", { name: "Continue as guest" }).click();
    await decide(page, "Approve");
    await expectThanks(page);
  },
);

test(
  "an order placed with an expired access token still belongs to the customer",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/ 401|status of 401/, "the access token is renewed");
    const email = await customer(page, database);
    await toCheckout(page, await takeProduct(database));
    await expect(page.getByLabel("City", { exact: true })).toHaveValue("Milan");
    await page.getByLabel("Email").fill("office@example.com");
    await continueToPayment(page);
    await page.evaluate(() => localStorage.setItem("accessToken", "a token that has run out"));
    await payButton(page).click();
    await decide(page, "Approve");
    await expectThanks(page);
    const { rows } = await database.query(
      "select o.email, c.email as customer from shop.orders o join shop.customers c on c.id = o.customer_id where o.id = $1",
      [new URL(page.url()).searchParams.get("orderId")],
    );
    expect(rows).toEqual([{ email: "office@example.com", customer: email }]);
  },
);
