// @module-tag slow

import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { adjustStock } from "../../inventory/adjust-stock.ts";
import { expireOrders } from "../../orders/jobs.ts";
import { moveClock } from "../../users/user.fixture.ts";
import { notifySubscribers } from "../jobs.ts";

/** Creates a shop with a sold-out dress in two sizes. */
async function soldOut(world: World) {
  const storeId = await seedStore(world, { slug: "waiting" });
  const { productId, variantIds } = await seedProduct(world, storeId, {
    link: "slip-dress",
    sizes: ["S", "M"],
    stock: 0,
  });
  const [small = "", medium = ""] = variantIds;
  const { customers } = world.client();
  const ask = (email: string, variantId = medium) =>
    customers.subscribe({ storeId, body: { email, source: "back-in-stock", variantId } });
  return {
    storeId,
    productId,
    small,
    medium,
    ask,
    /** Subscribes and opens the link in the email. */
    wait: async (email: string, variantId = medium) => {
      await ask(email, variantId);
      const mail = (await world.sendMails()).findLast(({ to }) => to === email);
      const token = /confirm\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
      await customers.confirmSubscription({ storeId, body: { token } });
      await world.sendMails();
    },
    stock: async (units: number, variantId = medium) => {
      const ctx = await world.system(storeId);
      const level = { variantId, location: "main", reason: "A test" };
      await ctx.tx((tx) => adjustStock(tx, level, () => units));
    },
    /** Runs the job until it finds no more subscribers. Returns the addresses that were notified. */
    notified: async () => {
      const before = world.mails.length;
      await notifySubscribers(world.services, 2);
      await world.sendMails();
      return world.mails.slice(before).map(({ to }) => to);
    },
  };
}

describe("a subscriber to a sold-out variant", () => {
  test("is notified once when the variant is back, with a link to it and a link to unsubscribe", async ({
    world,
  }) => {
    const { wait, stock, notified } = await soldOut(world);
    for (const name of ["ada", "bea", "cleo"]) await wait(`${name}@example.com`);
    const subjects = world.mails.map(({ subject }) => subject);
    expect(subjects).toContain("Get an email when Slip dress (M) is back?");
    expect(subjects).toContain("We'll email you when Slip dress (M) is back");
    expect(await notified()).toEqual([]);
    // Many changes in a short time send only one email to each subscriber.
    for (const units of [1, 0, 3, 5]) await stock(units);
    expect((await notified()).toSorted()).toEqual([
      "ada@example.com",
      "bea@example.com",
      "cleo@example.com",
    ]);
    const mail = world.mails.at(-1);
    expect(mail?.subject).toBe("Slip dress (M) is back");
    expect(mail?.text).toMatch(/\/product\?link=slip-dress&variant=m\s/);
    expect(mail?.html).toContain("/product?link=slip-dress&amp;variant=m");
    await stock(0);
    await stock(4);
    expect(await notified()).toEqual([]);

    const { customers } = world.client();
    const token = /unsubscribe\?token=([\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const store = { storeId: "waiting", body: { token } };
    await expect(customers.unsubscribe(store)).resolves.toEqual({ status: "UNSUBSCRIBED" });
  });

  test("is notified only once by concurrent workers", async ({ world }) => {
    const { wait, stock } = await soldOut(world);
    for (let i = 0; i < 6; i += 1) await wait(`n${i}@example.com`);
    await stock(1);
    const counts = await Promise.all(
      Array.from({ length: 8 }, () => notifySubscribers(world.services, 2)),
    );
    const rest = await notifySubscribers(world.services);
    expect(counts.reduce((sum, n) => sum + n, rest)).toBe(6);
    const rows = await world.admin.query(
      "select distinct recipient from shop.mails where template = 'back-in-stock'",
    );
    expect(rows.rowCount).toBe(6);
  });

  test("is notified when an unpaid order releases a unit", async ({ world }) => {
    const { storeId, medium, wait, stock, notified } = await soldOut(world);
    await stock(1);
    const body = { items: [{ variantId: medium, quantity: 1 }] };
    await world.client().orders.createOrder({ storeId, body });
    await wait("ada@example.com");
    expect(await notified()).toEqual([]);
    await world.admin.query("update shop.orders set expires_at = now() - interval '1 second'");
    expect(await expireOrders(world.services)).toBe(1);
    expect(await notified()).toEqual(["ada@example.com"]);
  });

  test("is notified only of their own variant, and only after confirming", async ({ world }) => {
    const { small, medium, wait, ask, stock, notified } = await soldOut(world);
    await wait("small@example.com", small);
    await ask("silent@example.com", medium);
    await world.sendMails();
    await stock(2, medium);
    expect(await notified()).toEqual([]);
    await stock(2, small);
    expect(await notified()).toEqual(["small@example.com"]);
  });

  test("is not notified of an unpublished product until it is published again", async ({
    world,
  }) => {
    const { productId, wait, stock, notified } = await soldOut(world);
    await wait("ada@example.com");
    const set = (change: string) =>
      world.admin.query(`update shop.products set ${change} where id = $1`, [productId]);
    await stock(3);
    for (const hidden of [
      "status = 'DRAFT'",
      "published_at = now() + interval '1 day'",
      "deleted_at = now()",
    ]) {
      await set(hidden);
      expect(await notified()).toEqual([]);
      await set("status = 'ACTIVE', published_at = now() - interval '1 day', deleted_at = null");
    }
    expect(await notified()).toEqual(["ada@example.com"]);
  });

  test("is not notified if the variant sells out before the email is sent, and stays subscribed", async ({
    world,
  }) => {
    const { wait, stock, notified } = await soldOut(world);
    await wait("ada@example.com");
    await stock(1);
    expect(await notifySubscribers(world.services)).toBe(1);
    await stock(0);
    expect(await notified()).toEqual([]);
    await stock(1);
    expect(await notified()).toEqual(["ada@example.com"]);
  });

  test("is not notified after unsubscribing, and is notified once after subscribing again", async ({
    world,
  }) => {
    const { wait, stock, notified } = await soldOut(world);
    const email = "ada@example.com";
    await wait(email);
    await world.admin.query("update shop.subscriptions set confirmed_at = null");
    await stock(1);
    expect(await notified()).toEqual([]);
    moveClock(world, 2 * 3600);
    await wait(email);
    expect(await notified()).toEqual([email]);
    moveClock(world, 4 * 3600);
    await stock(0);
    await wait(email);
    await stock(2);
    expect(await notified()).toEqual([email]);
    expect(await notified()).toEqual([]);
  });
});
