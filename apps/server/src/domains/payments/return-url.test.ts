import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";

/**
 * Starts a payment in a request with this Host header, and returns the URL that the provider sends the shopper to
 * afterwards.
 */
async function returnUrl(
  world: World,
  { storeId, variantId }: { storeId: string; variantId: string },
  host: string,
): Promise<string | undefined> {
  const body = { items: [{ variantId, quantity: 1 }] };
  const { id, orderKey } = await world.client().orders.createOrder({ storeId, body });
  const { payments } = world.client({ host, orderKey });
  await payments.createPaymentIntent({ id, body: { provider: "other" } });
  const { rows } = await world.admin.query<{ return_url: string }>(
    "select return_url from shop.payments where order_id = $1",
    [id],
  );
  return rows[0]?.return_url.replace(id, "ORDER");
}

test("a payment returns to a host of its store, whatever Host header it was started with", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "first", host: "first.example" });
  await seedStore(world, { slug: "second", host: "second.example" });
  const { variantIds } = await seedProduct(world, storeId, { stock: 50 });
  const shop = { storeId, variantId: variantIds[0] ?? "" };
  const own = "https://first.example/checkout?return=ORDER";
  for (const host of ["first.example", "evil.example", "second.example", "first.example:8443"])
    expect([host, await returnUrl(world, shop, host)]).toEqual([host, own]);
  const local = "http://localhost:3000/checkout?return=ORDER";
  expect(await returnUrl(world, shop, "localhost:3000")).toBe(local);
  world.services.publicUrl = "https://shops.example";
  expect(await returnUrl(world, shop, "localhost:3000")).toBe(own);
});
