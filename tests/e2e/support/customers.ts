import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Client } from "pg";
import { hashPassword } from "../../../apps/server/src/platform/auth/password.ts";
import { untilHydrated } from "./fixtures.ts";

/** The password of every user that addUser adds. */
export const password = "correct horse battery staple";

/** Adds a user with a verified email, and returns the email. */
export async function addUser(
  database: Client,
  email = `ada-${randomUUID()}@example.com`,
): Promise<string> {
  await database.query(
    "insert into shop.users (id, email, name, password_hash, email_verified_at) values ($1, $2, 'Ada Lovelace', $3, now())",
    [randomUUID(), email, await hashPassword(password, "system")],
  );
  return email;
}

/** Signs in a user that addUser has added, and waits for the page that follows. */
export async function signIn(page: Page, email: string, path = "/account"): Promise<void> {
  await page.goto(`/login?returnTo=${encodeURIComponent(path)}`);
  await untilHydrated(page);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**${path}`);
}
