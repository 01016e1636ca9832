// @module-tag slow

import { expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { seedDomain } from "../../../platform/http/contract.fixture.ts";
import { adjustStock } from "../../inventory/adjust-stock.ts";
import { moveClock } from "../../users/user.fixture.ts";
import { notifySubscribers } from "../jobs.ts";

const email = "ada@example.com";

/** Creates a store with a second host and a sold-out product. As the first store, it is the default one. */
async function openShop(world: World) {
  const storeId = await seedStore(world, { slug: "first", host: "first.example" });
  const { host: second } = await seedDomain(world, storeId);
  const { variantIds } = await seedProduct(world, storeId, { stock: 0 });
  world.services.directory.forget();
  return { storeId, second, variantId: variantIds[0] ?? "" };
}

/** Sends the queued emails and returns the distinct origins of their links. */
async function originsMailed(world: World): Promise<string[]> {
  const before = world.mails.length;
  const mails = (await world.sendMails()).slice(before);
  const written = mails.map(({ html, text, unsubscribe }) => `${html} ${text} ${unsubscribe?.url}`);
  const origins = written.flatMap((text) => text.match(/https?:\/\/[^/"\s<]+(?=[/"\s<]|$)/g) ?? []);
  return [...new Set(origins)].filter((origin) => !origin.includes("w3.org"));
}

function tokenMailed(world: World): string {
  return /confirm\?token=([\w-]+)/.exec(world.mails.at(-1)?.text ?? "")?.[1] ?? "";
}

test("the mails of a subscription link to the host where it was requested if the store has it, or else to the primary host", async ({
  world,
}) => {
  const { storeId, second } = await openShop(world);
  await seedStore(world, { slug: "other", host: "other.example" });
  const expected = {
    "first.example": "https://first.example",
    [second]: `https://${second}`,
    "localhost:3000": "http://localhost:3000",
    "other.example": "https://first.example",
    "evil.example": "https://first.example",
    first: "https://first.example",
  };
  for (const [host, origin] of Object.entries(expected)) {
    const { customers } = world.client({ host });
    await customers.subscribe({
      storeId,
      body: { email: `${host.replace(":", "-")}@example.com` },
    });
    expect([host, await originsMailed(world)]).toEqual([host, [origin]]);
    // Emails still link to the host of the request, even if the confirmation link is opened at another host.
    const token = tokenMailed(world);
    await world.client({ host: "first.example" }).customers.confirmSubscription({
      storeId,
      body: { token },
    });
    expect([host, await originsMailed(world)]).toEqual([host, [origin]]);
  }
});

test("a back-in-stock mail links to the host where the shopper last subscribed", async ({
  world,
}) => {
  const { storeId, second, variantId } = await openShop(world);
  const body = { email, source: "back-in-stock" as const, variantId };
  await world.client({ host: "localhost:3000" }).customers.subscribe({ storeId, body });
  expect(await originsMailed(world)).toEqual(["http://localhost:3000"]);
  moveClock(world, 2 * 3600);
  await world.client({ host: second }).customers.subscribe({ storeId, body });
  expect(await originsMailed(world)).toEqual([`https://${second}`]);
  await world
    .client()
    .customers.confirmSubscription({ storeId, body: { token: tokenMailed(world) } });
  await originsMailed(world);
  const ctx = await world.system(storeId);
  const level = { variantId, location: "main", reason: "A test" };
  await ctx.tx((tx) => adjustStock(tx, level, () => 1));
  expect(await notifySubscribers(world.services)).toBe(1);
  expect(await originsMailed(world)).toEqual([`https://${second}`]);
  expect(world.mails.at(-1)?.subject).toMatch(/ is back$/);
});

test("a mail links to the primary host if the store has lost the recorded one", async ({
  world,
}) => {
  const { storeId, second } = await openShop(world);
  await world.client({ host: second }).customers.subscribe({ storeId, body: { email } });
  await world.admin.query("delete from shop.domains where host = $1", [second]);
  world.services.directory.forget();
  expect(await originsMailed(world)).toEqual(["https://first.example"]);
});

test("on a public platform, a request with the Host localhost leads to the primary host", async ({
  world,
}) => {
  world.services.publicUrl = "https://shops.example";
  const { storeId } = await openShop(world);
  await world.client({ host: "localhost" }).customers.subscribe({ storeId, body: { email } });
  expect(await originsMailed(world)).toEqual(["https://first.example"]);
});
