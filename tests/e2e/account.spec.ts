import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Client } from "pg";
import { addUser, password, signIn } from "./support/customers.ts";
import { expect, oneWidth, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { foundInMail } from "./support/mails.ts";
import { expectNoViolations } from "./support/no-violations.ts";
import { plainProduct } from "./support/products.ts";

/** Adds a user with a verified email, and an order that a guest placed earlier with the same email. */
async function person(database: Client, page: Page) {
  const email = await addUser(database);
  const { rows } = await database.query<{ store_id: string; id: string }>(
    `select v.store_id, v.id from shop.variants v join shop.stores s on s.id = v.store_id and s.slug = 'sorvela'
     join shop.products p on p.store_id = v.store_id and p.id = v.product_id and p.link = $1
     join shop.inventory_levels l on l.variant_id = v.id where l.on_hand - l.reserved > 3 limit 1`,
    [plainProduct],
  );
  const [variant] = rows;
  const shippingAddress = {
    name: "Ada Lovelace",
    address: "1 Analytical Way",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
  };
  const answer = await page.request.post(`/api/v1/orders/store/${variant?.store_id}`, {
    data: { items: [{ variantId: variant?.id, quantity: 1 }], email, shippingAddress },
  });
  const order = (await answer.json()) as { id: string; orderNumber: string };
  await page.context().clearCookies();
  return { email, order };
}

test(
  "a customer changes the email to sign in with, by the link sent to the new one",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/users\/[\w-]+ 40[01]|status of 40[01]/, "a missing and a wrong password");
    const email = await addUser(database);
    const next = `next-${email}`;
    await signIn(page, email);
    const form = page.getByRole("form", { name: "Change email" });
    await form.getByLabel("New email").fill(next);
    await form.getByRole("button", { name: "Change email" }).click();
    await expect(form.getByText("Enter your password.")).toBeVisible();
    await form.getByLabel("Your password").fill("not my password");
    await form.getByRole("button", { name: "Change email" }).click();
    await expect(form.getByText("Your current password is wrong.")).toBeVisible();
    await expect(form.getByLabel("New email")).toHaveValue(next);
    await expectNoViolations(page);
    await form.getByLabel("Your password").fill(password);
    await form.getByRole("button", { name: "Change email" }).click();
    await expect(
      form.getByText(
        `Open the link that we sent to ${next}. Until then, you sign in with ${email}.`,
      ),
    ).toBeVisible();

    const fields = page.getByRole("form", { name: "Change password" });
    const changed = "summer hats in may";
    await fields.getByLabel("Current password").fill(password);
    await fields.getByLabel("New password").fill(changed);
    await fields.getByRole("button", { name: "Change password" }).click();
    await expect(form.getByText("its link no longer works")).toBeVisible();
    const other = `other-${email}`;
    await form.getByLabel("New email").fill(other);
    await form.getByLabel("Your password").fill(changed);
    await form.getByRole("button", { name: "Change email" }).click();
    await expect(form.getByText(`Open the link that we sent to ${other}.`)).toBeVisible();

    const link = new URL(await foundInMail(other, /https?:\/\/\S+\/confirm-email\?token=\S+/));
    await page.goto(link.pathname + link.search);
    await untilHydrated(page);
    await page.getByLabel("Password").fill(changed);
    await page.getByRole("button", { name: "Confirm my email address" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Your email address is confirmed",
    );
    const { rows } = await database.query("select 1 from shop.users where email = $1", [other]);
    expect(rows).toHaveLength(1);
  },
);

test(
  "a customer sees their order, saves an address, exports their data and deletes the account",
  oneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/customers\/[\w-]+ 409|status of 409/, "the order is still open");
    const { email, order } = await person(database, page);
    await signIn(page, email);
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
    await expect(page.getByText("This device")).toBeVisible();
    await expect(page.getByRole("link", { name: new RegExp(order.orderNumber) })).toBeVisible();
    await expectNoViolations(page);

    await page.getByRole("link", { name: new RegExp(order.orderNumber) }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your order");
    await expect(page.getByText("1 Analytical Way").first()).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Back to your account" }).click();

    await page.getByRole("button", { name: "Add an address" }).click();
    const dialog = page.getByRole("dialog", { name: "New address" });
    await dialog.getByRole("button", { name: "Save address" }).click();
    await expect(dialog.getByLabel("Full name")).toHaveValue("Ada Lovelace");
    await expect(dialog.getByLabel("Street address")).toBeFocused();
    await dialog.getByLabel("Country").selectOption("IT");
    await dialog.getByLabel("Street address").fill("Via Tortona 1");
    await dialog.getByLabel("City", { exact: true }).fill("Milan");
    await dialog.getByRole("button", { name: "Save address" }).click();
    await expect(dialog.getByText("Enter the postal code.")).toBeVisible();
    await expectNoViolations(page);
    await dialog.getByLabel("Postal code").fill("20144");
    await dialog.getByRole("button", { name: "Save address" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Via Tortona 1" })).toContainText(
      "Default",
    );

    await page.getByLabel("Phone").fill("+39 02 555 0100");
    await page.getByRole("checkbox", { name: /new arrivals and sales/ }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved")).toBeVisible();
    const { rows } = await database.query(
      "select confirmed_at is not null as on from shop.subscriptions where email = $1",
      [email],
    );
    expect(rows).toEqual([{ on: true }]);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export my data" }).click(),
    ]);
    const file = JSON.parse(await readFile(await download.path(), "utf8")) as {
      customer: { email: string; phone: string };
      orders: { id: string }[];
    };
    expect(file.customer).toMatchObject({ email, phone: "+39 02 555 0100" });
    expect(file.orders.map(({ id }) => id)).toEqual([order.id]);

    await page.getByRole("button", { name: "Delete my data at Sorvela" }).click();
    const dataDialog = page.getByRole("dialog", { name: "Delete your data at Sorvela?" });
    await expect(dataDialog).toContainText("in other shops on Vetrina stay as they are");
    await dataDialog.getByRole("button", { name: "Keep my data" }).click();
    await page.getByRole("button", { name: "Delete my account" }).click();
    const sure = page.getByRole("dialog", { name: "Delete your account?" });
    // An order that the customer placed blocks the deletion. An order that someone else placed with the customer's
    // email is canceled.
    await database.query(
      "update shop.orders set placed_by = (select id from shop.users where email = $2) where id = $1",
      [order.id, email],
    );
    await sure.getByRole("button", { name: "Delete my account" }).click();
    await expect(sure.getByRole("alert")).toContainText("You have open orders.");
    await expectNoViolations(page);
    await database.query("update shop.orders set placed_by = null where id = $1", [order.id]);
    await sure.getByRole("button", { name: "Delete my account" }).click();
    await expect(page.getByText("Your account is closed in every shop on Vetrina.")).toBeVisible();
    const left = await database.query("select from shop.customers where email = $1", [email]);
    expect(left.rowCount).toBe(0);
    const account = await database.query(
      "select from shop.users where email = $1 and deleted_at is null",
      [email],
    );
    expect(account.rowCount).toBe(0);
  },
);

test(
  "a signed-out visitor is sent to sign in and back, and another customer's order is not shown",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/customers\/me\?.* 401|status of 401/, "no user is signed in yet");
    browserErrors.expect(
      /orders\/.* 40[04]|status of 40[04]/,
      "the order belongs to another customer",
    );
    browserErrors.expect(/limit=\d+ 401/, "the signed-out page was still loading data");
    const theirs = await person(database, page);
    const mine = await person(database, page);
    await page.goto("/account");
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/login\?returnTo=%2Faccount$/);
    await signIn(page, mine.email, `/account/orders/${theirs.order.id}`);
    await expect(page.getByText("We couldn't find this in your account.")).toBeVisible();
    await page.goto("/account/orders/no-order-at-all");
    await expect(page.getByText("We couldn't find this in your account.")).toBeVisible();
    await page.goto("/account");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(/\/$/);
    await page.goto("/account");
    await expect(page.getByText("Sign in to see your account.")).toBeVisible();
  },
);

test(
  "input typed when the session expired is restored after signing in, but not for another user",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(
      /40[14]/,
      "the session has expired, and its customer belongs to another user",
    );
    const { email } = await person(database, page);
    const signOutElsewhere = () =>
      database.query(
        "update shop.sessions set revoked_at = now() where user_id = (select id from shop.users where email = $1)",
        [email],
      );
    await signIn(page, email);
    await page.getByRole("button", { name: "Add an address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Full name").fill("Ada Lovelace");
    await dialog.getByLabel("Country").selectOption("HK");
    await dialog.getByLabel("Street address").fill("88 Queen's Road");
    await dialog.getByLabel("City", { exact: true }).fill("Central");
    await signOutElsewhere();
    await dialog.getByRole("button", { name: "Save address" }).click();
    await page.waitForURL("**/login?returnTo=%2Faccount");
    await signIn(page, email);
    await expect(dialog.getByRole("alert")).toContainText("Save it again.");
    await expect(dialog.getByLabel("Street address")).toHaveValue("88 Queen's Road");
    await expect(dialog.getByLabel("Country")).toHaveValue("HK");
    await dialog.getByRole("button", { name: "Save address" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "88 Queen's Road" })).toBeVisible();
    const removal = page.getByRole("button", { name: "Remove the address of Ada Lovelace" });
    await removal.press("Enter");
    await expect(page.getByText("No saved addresses yet.")).toBeVisible();
    const undo = page.getByRole("button", { name: "Undo" });
    await expect(undo).toBeFocused();
    await undo.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: "88 Queen's Road" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Addresses" })).toBeFocused();
    await removal.press("Enter");
    await expect(page.getByText("No saved addresses yet.")).toBeVisible();

    await page.getByLabel("Phone").fill("+1 512 555 0100");
    await signOutElsewhere();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL("**/login?returnTo=%2Faccount");
    const other = await person(database, page);
    await signIn(page, other.email);
    await expect(page.getByLabel("Phone")).toHaveValue("");
  },
);

test(
  "deleting the data at one shop keeps the account, which still works in every other shop, as the pages say",
  slowOneWidth,
  async ({ page, database }) => {
    for (const path of ["/register", "/login", "/privacy"]) {
      await page.goto(path);
      await expect(
        page.getByText("Your account works in every shop on this platform"),
      ).toBeVisible();
    }
    const email = await addUser(database);
    await signIn(page, email);
    await page.getByRole("button", { name: "Delete my data at Sorvela" }).click();
    await page.getByRole("button", { name: "Delete my data", exact: true }).click();
    await expect(page.getByText("Your account still works")).toBeVisible();
    const account = await database.query(
      "select u.id from shop.users u left join shop.customers c on c.email = u.email where u.email = $1 and u.deleted_at is null and c.id is null",
      [email],
    );
    expect(account.rowCount).toBe(1);
  },
);

test(
  "a shopper who continues as a guest is not asked to sign in again",
  slowOneWidth,
  async ({ page }) => {
    await page.goto("/login?returnTo=%2Faccount%2Forders%2Fx");
    await page.getByRole("link", { name: "Continue as guest" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/login?returnTo=%2Fcheckout");
    await expect(page.getByRole("link", { name: "Continue as guest" })).toHaveAttribute(
      "href",
      "/checkout",
    );
  },
);

test(
  "a user with an unverified address can request the email again",
  slowOneWidth,
  async ({ page, database, browserErrors }) => {
    browserErrors.expect(/401/, "the address is not verified");
    const { email } = await person(database, page);
    await database.query("update shop.users set email_verified_at = null where email = $1", [
      email,
    ]);
    await page.goto("/login");
    await untilHydrated(page);
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Send it again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your email address");
  },
);

test(
  "signing in before hydration works once the page is hydrated",
  slowOneWidth,
  async ({ page, database }) => {
    const { email } = await person(database, page);
    const held = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto("/login", { waitUntil: "commit" });
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Password").press("Enter");
    held.resolve();
    await page.waitForURL("**/account");
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test(
    "the account page says that it needs JavaScript, and an unsubscribe link works with one click",
    oneWidth,
    async ({ page, browserErrors }) => {
      browserErrors.expect(/newsletter\/unsubscribe|status of 404/, "no such subscription");
      browserErrors.expect(/login 400|status of 400/, "signing in needs a script");
      await page.goto("/account");
      await expect(
        page.locator("noscript p", { hasText: "Your account needs JavaScript" }),
      ).toBeVisible();
      await page.goto("/login");
      await page.getByRole("textbox", { name: "Email" }).fill("ada@example.com");
      await page.getByLabel("Password").fill(password);
      await page.getByLabel("Password").press("Enter");
      await expect(page.getByText("Turn it on and try again.")).toBeVisible();
      await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ada@example.com");
      await page.goto("/account");
      await expect(page.getByText("Loading…")).toBeHidden();
      await page.goto(`/newsletter/unsubscribe?token=${"x".repeat(60)}`);
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is incomplete");
    },
  );
});

test(
  "a signed-in customer's name and email are in the forms, until a sign-out in another tab",
  slowOneWidth,
  async ({ page, context, database }) => {
    await signIn(page, await addUser(database, "ada-of-forms@example.com"));
    await page.goto("/product?link=double-breasted-wool-coat");
    await untilHydrated(page);
    await page.getByRole("button", { name: "Write a review" }).click();
    await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("Ada Lovelace");

    await page.goto("/contact-us");
    const form = page.getByRole("form", { name: "Contact" });
    const [name, email] = [form.getByLabel("Name"), form.getByLabel("Email")];
    await expect(name).toHaveValue("Ada Lovelace");
    await expect(email).toHaveValue("ada-of-forms@example.com");
    await name.fill("Countess Lovelace");

    const other = await context.newPage();
    await other.goto("/account");
    await untilHydrated(other);
    await other.getByRole("button", { name: "Sign out", exact: true }).click();
    await other.waitForURL("/");
    await expect(email).toHaveValue("");
    await expect(name).toHaveValue("Countess Lovelace");
  },
);
