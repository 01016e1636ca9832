// @module-tag slow

import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";

type Host = { host: string; status?: "ACTIVE" | "VERIFYING" | "INACTIVE" };

test("an order's mail links to the host where it was placed if the store has it, or else to the primary host", async ({
  world,
}) => {
  const storeId = await openShop(world, { slug: "first", host: "first.example" }, [
    { host: "shop.first.example" },
    { host: "first.localhost" },
    { host: "claimed.example", status: "VERIFYING" },
    { host: "paused.example", status: "INACTIVE" },
  ]);
  const other = await seedStore(world, { slug: "second", host: "second.example" });
  await addHost(world, other, { host: "also.second.example" });
  const expected = {
    "first.example": "https://first.example",
    "shop.first.example": "https://shop.first.example",
    "SHOP.first.example:8443": "https://shop.first.example",
    "claimed.example": "https://first.example",
    "paused.example": "https://first.example",
    "also.second.example": "https://first.example",
    "evil.example": "https://first.example",
    first: "https://first.example",
    // These names lead to the default store, which is the first one. They get the scheme and port of this world's
    // PUBLIC_URL.
    localhost: "http://localhost:3000",
    "127.0.0.1:3000": "http://127.0.0.1:3000",
    "first.localhost:3000": "http://first.localhost:3000",
    "second.localhost:3000": "https://first.example",
  };
  for (const [host, origin] of Object.entries(expected))
    expect([host, await linksAfterOrder(world, storeId, host)]).toEqual([host, [origin]]);
});

test("a host that the store has since removed is not used in its mails", async ({ world }) => {
  const storeId = await openShop(world, { slug: "first", host: "first.example" }, [
    { host: "shop.first.example" },
  ]);
  const links = await linksAfterOrder(world, storeId, "shop.first.example", async () => {
    await world.admin.query("delete from shop.domains where host = 'shop.first.example'");
    world.services.directory.forget();
  });
  expect(links).toEqual(["https://first.example"]);
});

test("on a public platform, the header Host: localhost of an anonymous caller does not change the mail's links", async ({
  world,
}) => {
  world.services.publicUrl = "https://shops.example";
  const storeId = await openShop(world, { slug: "first", host: "first.example" }, []);
  for (const host of ["localhost", "127.0.0.1", "[::1]", "first.localhost"])
    expect([host, await linksAfterOrder(world, storeId, host)]).toEqual([
      host,
      ["https://first.example"],
    ]);
});

async function openShop(
  world: World,
  over: { slug: string; host: string },
  hosts: readonly Host[],
): Promise<string> {
  const storeId = await seedStore(world, over);
  for (const host of hosts) await addHost(world, storeId, host);
  return storeId;
}

async function addHost(world: World, storeId: string, { host, status = "ACTIVE" }: Host) {
  await world.admin.query(
    "insert into shop.domains (id, store_id, host, status, verified_at) values ($1, $2, $3, $4, case when $4 in ('ACTIVE', 'INACTIVE') then now() end)",
    [randomUUID(), storeId, host, status],
  );
  world.services.directory.forget();
}

/** Places an order at this host and returns the distinct origins that its confirmation links to. */
async function linksAfterOrder(
  world: World,
  storeId: string,
  host: string,
  meanwhile: () => Promise<void> = async () => {},
): Promise<string[]> {
  const { variantIds } = await seedProduct(world, storeId);
  const body = {
    items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
    email: `${randomUUID()}@example.com`,
  };
  const made = await world.client({ host }).orders.createOrder({ storeId, body });
  const client = world.client({ orderKey: made.orderKey });
  const { id: paymentIntentId } = await client.payments.createPaymentIntent({
    id: made.id,
    body: { provider: "other" },
  });
  await client.payments.decideTestPayment({ id: paymentIntentId, body: { decision: "approve" } });
  await client.payments.processPayment({
    id: made.id,
    body: { provider: "other", paymentIntentId },
  });
  await meanwhile();
  world.mails.length = 0;
  const [mail] = await world.sendMails();
  const written = `${mail?.html} ${mail?.text}`;
  return [...new Set(written.match(/https?:\/\/[^/"\s<]+(?=[/"\s<]|$)/g))].filter(
    (origin) => !origin.includes("w3.org"),
  );
}
