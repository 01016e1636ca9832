// @module-tag slow

import { describe } from "vitest";
import { rawRequest } from "../raw-request.ts";
import { test } from "../shops.ts";
import { waitUntil } from "../wait-until.ts";
import { moneyShop } from "./money-shop.ts";

describe("a page's Content-Security-Policy", () => {
  test("names a provider's origin only in the store that has it, and while it is active", async ({
    shops,
    expect,
  }) => {
    await using shop = await moneyShop(shops, { provider: "stripe" });
    const policyOf = async (slug: string) => {
      const headers = { host: `${slug}.localhost` };
      const page = await rawRequest(shop.at(0).port, "/checkout", { headers });
      expect(page.status).toBe(200);
      return String(page.headers["content-security-policy"]);
    };
    const { origin } = shop.standin;
    await waitUntil("the store has the provider", async () =>
      (await policyOf("sartoria")).includes(origin),
    );
    expect(await policyOf("bottega")).not.toMatch(/127\.0\.0\.1|stripe|paypal/);
    await shop.admin.query(
      "update shop.payment_providers set is_active = false where provider = 'STRIPE'",
    );
    await waitUntil(
      "the provider is gone",
      async () => !(await policyOf("sartoria")).includes(origin),
    );
    expect(await policyOf("sartoria")).not.toMatch(/127\.0\.0\.1|stripe|paypal/);
  });
});
