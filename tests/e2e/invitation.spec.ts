import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import type { Client } from "pg";
import { hashPassword } from "../../apps/server/src/platform/auth/password.ts";
import { expect, slowOneWidth, test, untilHydrated } from "./support/fixtures.ts";
import { foundInMail } from "./support/mails.ts";

const password = "correct horse battery staple";

/** Adds an owner of the demo's first store, and signs the owner in. */
async function owner(database: Client, request: APIRequestContext) {
  const [id, email] = [randomUUID(), `owner-${randomUUID()}@example.com`];
  await database.query(
    "insert into shop.users (id, email, name, password_hash, email_verified_at) values ($1, $2, 'Olga Owner', $3, now())",
    [id, email, await hashPassword(password, "system")],
  );
  const { rows } = await database.query<{ store_id: string; id: string; type: string }>(
    "select r.store_id, r.id, r.type from shop.roles r join shop.stores s on s.id = r.store_id where s.slug = 'sorvela' and r.is_built_in",
  );
  const role = (type: string) => rows.find((one) => one.type === type);
  const storeId = role("ADMIN")?.store_id ?? "";
  await database.query(
    "insert into shop.role_assignments (store_id, user_id, role_id) values ($1, $2, $3)",
    [storeId, id, role("ADMIN")?.id],
  );
  const answer = await request.post("/api/v1/users/login", { data: { email, password } });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  return { storeId, staffRoleId: role("STAFF")?.id, authorization: `Bearer ${accessToken}` };
}

/** The link in the newest email to an address. */
function linkOf(email: string): Promise<string> {
  return foundInMail(email, /https?:\/\/\S+\/invitation\?token=\S+/);
}

test(
  "an invited person creates an account and works for the store, and a user with an account accepts while signed in",
  slowOneWidth,
  async ({ page, request, database, browserErrors }) => {
    browserErrors.expect(
      /status of 40[01]|40[01]$/,
      "the first submission is rejected, and no user is signed in yet",
    );
    const { storeId, staffRoleId, authorization } = await owner(database, request);
    const email = `new-${randomUUID()}@example.com`;
    const invite = async () => {
      const made = await request.post(`/api/v1/stores/${storeId}/invitations`, {
        headers: { authorization },
        data: { email, roleId: staffRoleId },
      });
      expect(made.status()).toBe(201);
    };
    await invite();
    const link = new URL(await linkOf(email));
    const address = link.pathname + link.search;

    await page.goto(address);
    await untilHydrated(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your invitation");
    await expect(page.getByText("Olga Owner invites you to work for Sorvela")).toBeVisible();
    await page.getByLabel("Name").fill("Nora New");
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByLabel("Password")).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Name")).toHaveValue("Nora New");
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome to the team");

    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This invitation has expired");

    await database.query(
      "delete from shop.role_assignments a using shop.users u where u.id = a.user_id and u.email = $1",
      [email],
    );
    await database.query("delete from shop.invitations where email = $1", [email]);
    const before = link.href;
    await invite();
    await expect(async () => expect(await linkOf(email)).not.toBe(before)).toPass({
      timeout: 20_000,
    });
    const second = new URL(await linkOf(email));
    await page.goto(second.pathname + second.search);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/invitation?token=*");
    await untilHydrated(page);
    await page.getByRole("button", { name: "Accept" }).click();
    await expect(page.getByText("You joined Sorvela.")).toBeVisible();
  },
);
