// @module-tag slow

import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@vetrina/client/create-client";
import { memoryTokens } from "@vetrina/client/tokens";
import { test } from "./shops.ts";

const admin = { email: "ada@example.com", password: "correct horse battery" };
/**
 * The pages that show the threshold: all of them in the bar at the top, the product page also in its delivery lines,
 * and the last page also in its rates.
 */
const pages = [
  "/",
  "/product?link=slip-dress",
  "/collection",
  "/cart",
  "/checkout",
  "/policy",
  "/shipping-info",
];
test("a changed free-shipping threshold appears on every page and quote of every process within a second", async ({
  shops,
  expect,
}) => {
  const env = {
    DATABASE_URL: await shops.newDatabase(),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SECRET_KEY: "one secret for both of the processes",
  };
  const one = await shops.start({ env });
  const two = await shops.start({ env, args: ["--role", "web"] });
  const page = async (url: string, path: string) => {
    const answer = await fetch(new URL(path, url));
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text();
  };
  const staff = createClient({ baseUrl: one.url, tokens: memoryTokens() });
  await staff.users.login({ body: admin });
  const { id: storeId } = await staff.stores.getStore({ id: "sartoria" });
  const { items: providers } = await staff.shipping.listShippingProviders({ storeId });
  const { items: rates } = await staff.shipping.listShippingRates({
    providerId: providers[0]?.id ?? "",
  });
  const { items: products } = await staff.products.listProducts({ linkStoreId: storeId });
  const product = await staff.products.getProduct({ id: products[0]?.id ?? "" });
  const quoted = async (url: string) => {
    const { methods } = await createClient({ baseUrl: url }).shipping.calculateShipping({
      body: { storeId, items: [{ variantId: product.variants[0]?.id ?? "", quantity: 1 }] },
    });
    return methods[0]?.freeAbove;
  };
  // Both processes have just cached the store's settings, so the change must be announced to them before their caches
  // expire.
  for (const threshold of [80, 250, 120]) {
    const before = await Promise.all(
      [one, two].flatMap(({ url }) => pages.map((path) => page(url, path))),
    );
    for (const { id } of rates)
      await staff.shipping.updateShippingRate({ id, body: { freeAbove: threshold } });
    const changed = performance.now();
    expect(await Promise.all([one, two].map(({ url }) => quoted(url)))).toEqual([
      threshold,
      threshold,
    ]);
    await delay(Math.max(0, 900 - (performance.now() - changed)));
    for (const [i, { url }] of [one, two].entries())
      for (const [p, path] of pages.entries()) {
        const html = await page(url, path);
        expect([url, path, named(html)]).toEqual([url, path, [`$${threshold}`]]);
        expect(named(before[i * pages.length + p] ?? "")).not.toContain(`$${threshold}`);
      }
  }
});

/** The thresholds shown on a page, without duplicates. */
function named(html: string): string[] {
  const found = html.replaceAll("<!-- -->", "").matchAll(/(?:orders over|free above) (\$\d+)/gi);
  return [...new Set([...found].map(([, amount]) => amount ?? ""))];
}
