import { randomUUID } from "node:crypto";
import { hashPassword } from "../../apps/server/src/platform/auth/password.ts";
import { expect, slowOneWidth, test } from "./support/fixtures.ts";

const password = "correct horse battery staple";

test(
  "ten tabs with an expired access token share one refresh and stay signed in",
  slowOneWidth,
  async ({ page, context, database, browserErrors }) => {
    browserErrors.expect(
      /status of 401|: 401|\b401\b/,
      "an expired access token triggers the refresh",
    );
    const email = `tabs-${randomUUID()}@example.com`;
    await database.query(
      "insert into shop.users (id, email, name, password_hash) values ($1, $2, 'Ada', $3)",
      [randomUUID(), email, await hashPassword(password, "system")],
    );
    const answer = await page.request.post("/api/v1/users/login", { data: { email, password } });
    const { refreshToken } = (await answer.json()) as { refreshToken: string };
    await page.goto("/login");
    await page.evaluate((token) => {
      localStorage.setItem("accessToken", "an-access-token-that-is-over");
      localStorage.setItem("refreshToken", token);
    }, refreshToken);

    let refreshes = 0;
    context.on("request", (request) => {
      if (request.url().endsWith("/users/refresh-token")) refreshes += 1;
    });
    const tabs = await Promise.all(Array.from({ length: 10 }, () => context.newPage()));
    await Promise.all(
      tabs.map((tab) => tab.goto("/account", { waitUntil: "commit", timeout: 30_000 })),
    );
    for (const tab of tabs)
      await expect(tab.getByRole("main").getByText(email).first()).toBeVisible({ timeout: 30_000 });
    expect(refreshes).toBe(1);
    const stored = await page.evaluate(() => localStorage.getItem("refreshToken"));
    expect(stored).not.toBe(refreshToken);
    for (const tab of tabs) expect(tab.url()).toMatch(/\/account$/);
  },
);
