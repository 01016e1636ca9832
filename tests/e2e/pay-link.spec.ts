import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { APIRequestContext, Page, TestInfo } from "@playwright/test";
import type { Client } from "pg";
import { hashPassword } from "../../apps/server/src/platform/auth/password.ts";
import { expect, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { setAvailable, takeProduct } from "./support/products.ts";
import { expectThanks, pay, payButton } from "./support/shopper.ts";

const address = {
  name: "Ada Rossi",
  address: "1 Main Street",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};
const password = "correct horse battery staple";

/** Adds an owner of the demo's first store, and returns functions that make API calls as this owner. */
async function staff(database: Client, request: APIRequestContext) {
  const [id, email] = [randomUUID(), `staff-${randomUUID()}@example.com`];
  await database.query(
    "insert into shop.users (id, email, name, password_hash, email_verified_at) values ($1, $2, 'Olga', $3, now())",
    [id, email, await hashPassword(password, "system")],
  );
  const { rows } = await database.query<{ store_id: string }>(
    `insert into shop.role_assignments (store_id, user_id, role_id)
     select r.store_id, $1, r.id from shop.roles r join shop.stores s on s.id = r.store_id
     where s.slug = 'sorvela' and r.is_built_in and r.type = 'ADMIN' returning store_id`,
    [id],
  );
  const login = await request.post("/api/v1/users/login", { data: { email, password } });
  const { accessToken } = (await login.json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const call = async <T>(path: string, data: object = {}) => {
    const answer = await request.post(`/api/v1/draft-orders/${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return (answer.status() === 204 ? null : await answer.json()) as T;
  };
  return {
    draft: (variantId: string, over: object = {}) =>
      call<{ id: string; total: number }>(`store/${rows[0]?.store_id ?? ""}`, {
        items: [{ variantId, quantity: 1, price: 50 }],
        email: "ada@example.com",
        shippingAddress: address,
        customShipping: { name: "Courier", price: 5 },
        ...over,
      }),
    linkTo: async (id: string) => new URL((await call<{ url: string }>(`${id}/link`)).url),
    revoke: (id: string) => call(`${id}/revoke-links`),
  };
}

/** Opens a pay link on this server, even if the link names another host. */
async function open(page: Page, { search, hash }: URL) {
  // Opens a blank page first. Otherwise, a link that differs from the last one only in its fragment would not be
  // loaded.
  await page.goto("about:blank");
  await page.goto(`/pay${search}${hash}`);
}

/** Takes a screenshot if the variable SCREENS is set to a folder. */
async function look(page: Page, name: string, { project }: TestInfo) {
  const folder = process.env["SCREENS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}-${project.name}.png`, fullPage: true });
}

test("a pay link opens the order once and goes to its payment, and then says that it is paid", async ({
  page,
  database,
  request,
}, info) => {
  const product = await takeProduct(database);
  const { draft, linkTo } = await staff(database, request);
  const { id } = await draft(product.variantId, { language: "DE" });
  const link = await linkTo(id);
  await open(page, link);
  await expect(page).toHaveURL(`/checkout?order=${id}`);
  await expect(page.getByText(product.name).first()).toBeVisible();
  await expect(payButton(page)).toBeVisible();
  // The hold ends on another day, so the text must include a date.
  await expect(page.getByText(/held for you until \w+ \d+, \d{4}, \d+:\d\d [AP]M/)).toBeVisible();
  await look(page, "payment", info);
  // The link opens the same order in a second tab.
  const other = await page.context().newPage();
  await open(other, link);
  await expect(other).toHaveURL(`/checkout?order=${id}`);
  await other.close();
  await pay(page, "Approve");
  await expectThanks(page);
  await open(page, link);
  await expect(page.getByRole("heading", { name: "Diese Bestellung ist bezahlt" })).toBeVisible();
  expect(page.url()).not.toContain("#");
  await look(page, "paid", info);
  await page.getByRole("link", { name: "Bestellung ansehen" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
  const { rows } = await database.query("select from shop.orders where id = $1", [id]);
  expect(rows).toHaveLength(1);
});

test(
  "an invalid or outdated pay link explains why it doesn't open an order",
  slowOneWidth,
  async ({ page, database, request, browserErrors }, info) => {
    browserErrors.expect(/status of 40[49]|40[49]$/, "the server rejects these links");
    const product = await takeProduct(database);
    const { draft, linkTo, revoke } = await staff(database, request);
    const shows = async (name: string, heading: string) => {
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await look(page, name, info);
    };
    await page.goto("/pay");
    await shows("none", "No order to show");
    const { id, total } = await draft(product.variantId);
    const link = await linkTo(id);

    await database.query("update shop.draft_orders set expires_at = now() where id = $1", [id]);
    await open(page, link);
    await shows("expired", "This link has expired");
    await database.query(
      "update shop.draft_orders set expires_at = now() + interval '1 day' where id = $1",
      [id],
    );

    await setAvailable(database, product, 0);
    await open(page, link);
    await shows("sold-out", "Sold out");
    await setAvailable(database, product, 6);

    // Simulates that the tax, and with it the draft's total, has changed since the draft was created.
    await database.query(
      `update shop.draft_orders set tax_minor = tax_minor + 100, total_minor = total_minor + 100 where id = $1`,
      [id],
    );
    await open(page, new URL(link.href.replace("/pay", "/pay?lang=ar")));
    await shows("changed", "تغيّر الإجمالي");
    await untilHydrated(page);
    await page.getByRole("button", { name: new RegExp(total.toFixed(2)) }).click();
    await expect(page).toHaveURL(`/checkout?order=${id}`);

    await database.query(
      "update shop.orders set expires_at = now() - interval '1 minute' where id = $1",
      [id],
    );
    await open(page, link);
    await shows("ended", "This order can no longer be paid");

    await revoke(id);
    await open(page, link);
    await shows("invalid", "This link doesn’t work");
    await page.getByRole("link", { name: "Contact the store" }).click();
    await expect(page).toHaveURL(/\/contact-us$/);
  },
);

test(
  "a pay link that could not be opened can be tried again",
  slowOneWidth,
  async ({ page, database, request, browserErrors }, info) => {
    browserErrors.expect(/ERR_|Failed to load/, "the connection is cut");
    const product = await takeProduct(database);
    const { draft, linkTo } = await staff(database, request);
    const { id } = await draft(product.variantId);
    await page.route("**/api/v1/draft-orders/**", (route) => route.abort());
    await open(page, await linkTo(id));
    await expect(page.getByRole("heading", { name: "We couldn’t open your order" })).toBeVisible();
    await look(page, "failed", info);
    await page.unroute("**/api/v1/draft-orders/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page).toHaveURL(`/checkout?order=${id}`);
  },
);
