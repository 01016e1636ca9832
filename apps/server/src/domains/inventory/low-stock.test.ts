// @module-tag slow

import { describe, expect } from "vitest";
import { LanguageCode } from "@vetrina/contract/enumerations";
import { runJobs } from "#tests/run-jobs.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { expireOrders } from "../orders/jobs.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { publishLowStock } from "./jobs.ts";

/** Creates a shop with a dress in two sizes, ten units of each, with a reorder point of 8. */
async function shop(world: World) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { sizes: ["S", "M"] });
  const [small = "", medium = ""] = variantIds;
  const staff = await staffClient(world, storeId);
  const point = (variantId: string, reorderPoint: number | null) =>
    staff.inventory.setReorderPoint({ body: { variantId, reorderPoint } });
  for (const variantId of variantIds) await point(variantId, 8);
  return {
    storeId,
    small,
    medium,
    staff,
    point,
    set: (variantId: string, onHand: number) =>
      staff.inventory.setLevel({ body: { variantId, onHand } }),
    buy: (items: { variantId: string; quantity: number }[]) =>
      world.client().orders.createOrder({ storeId, body: { items } }),
    /** Publishes the low-stock events, runs the jobs that are due, and returns the emails that were sent. */
    newMails: async () => {
      const before = world.mails.length;
      await Promise.all([publishLowStock(world.services, 1), publishLowStock(world.services)]);
      await runJobs(world.services);
      await world.sendMails();
      return world.mails.slice(before);
    },
  };
}

describe("a variant that falls to its reorder point", () => {
  test("notifies the store once, and again only after it has risen above the point and fallen again", async ({
    world,
  }) => {
    const { small, set, buy, newMails } = await shop(world);
    expect(await newMails()).toEqual([]);
    await buy([{ variantId: small, quantity: 1 }]);
    expect(await newMails()).toEqual([]);
    await buy([{ variantId: small, quantity: 1 }]);
    const [mail, ...more] = await newMails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: "hello@sartoria.example", subject: "Low stock at Sartoria" });
    expect(mail?.text).toMatch(/Slip dress \(S\)/);
    expect(mail?.text).toContain("8 left");
    expect(mail?.text).toContain("Main · Reorder point: 8");
    await set(small, 5);
    expect(await newMails()).toEqual([]);
    await set(small, 20);
    await set(small, 4);
    expect(await newMails()).toHaveLength(1);
    const { rows } = await world.admin.query(
      "select jsonb_array_length(data -> 'levels') as n from shop.mails where template = 'low-stock'",
    );
    expect(rows).toEqual([{ n: 1 }, { n: 1 }]);
  });

  test("is not mailed about once it is deleted, and is read only once", async ({ world }) => {
    const { small, medium, staff, set, newMails } = await shop(world);
    await set(small, 5);
    await set(medium, 5);
    await staff.products.deleteVariant({ id: small });
    const [mail, ...more] = await newMails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain("Slip dress (M)");
    expect(mail?.text).not.toContain("Slip dress (S)");
    const { rows } = await world.admin.query(
      "select from shop.inventory_levels where low_since is not null and low_reported_at is null",
    );
    expect(rows).toEqual([]);
  });

  test("notifies the store even if its reorder point changes within the minute", async ({
    world,
  }) => {
    const { small, point, set, newMails } = await shop(world);
    await set(small, 5);
    await point(small, 6);
    expect(await newMails()).toHaveLength(1);
    await point(small, 7);
    expect(await newMails()).toEqual([]);
  });

  test("counts an order's hold as falling, and its release as rising", async ({ world }) => {
    const { small, buy, newMails } = await shop(world);
    await buy([{ variantId: small, quantity: 3 }]);
    expect(await newMails()).toHaveLength(1);
    await world.admin.query("update shop.orders set expires_at = now() - interval '1 minute'");
    await expireOrders(world.services);
    expect(await newMails()).toEqual([]);
    await buy([{ variantId: small, quantity: 3 }]);
    expect(await newMails()).toHaveLength(1);
  });

  test("shares one email with other variants, without those that have recovered", async ({
    world,
  }) => {
    const { small, medium, set, buy, newMails } = await shop(world);
    await buy([
      { variantId: small, quantity: 4 },
      { variantId: medium, quantity: 2 },
    ]);
    await publishLowStock(world.services);
    await set(medium, 30);
    const mails = await newMails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("Slip dress (S)");
    expect(mails[0]?.text).not.toContain("Slip dress (M)");
    await set(medium, 2);
    await publishLowStock(world.services);
    await set(medium, 30);
    expect(await newMails()).toEqual([]);
  });

  test("does not notify the store when the point is set above the stock, until the stock has risen and fallen", async ({
    world,
  }) => {
    const { small, point, set, newMails } = await shop(world);
    expect(await point(small, 50)).toMatchObject({ isLow: true });
    expect(await newMails()).toEqual([]);
    await set(small, 3);
    expect(await newMails()).toEqual([]);
    await point(small, 2);
    await set(small, 2);
    expect(await newMails()).toHaveLength(1);
    await point(small, null);
    await set(small, 0);
    expect(await newMails()).toEqual([]);
  });
});

test("the email is written in each of the thirteen languages", async ({ world }) => {
  const { storeId, small, set } = await shop(world);
  await set(small, 1);
  const ctx = await world.system(storeId);
  await ctx.tx(async (tx) => {
    for (const language of LanguageCode.options)
      await enqueueMail(tx, {
        template: "low-stock",
        to: "hello@sartoria.example",
        language,
        data: { levels: [{ variantId: small, location: "main" }] },
      });
  });
  const mails = await world.sendMails();
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(LanguageCode.options.length);
  for (const { subject, text } of mails) {
    expect(subject).toContain("Sartoria");
    expect(text).toContain("Slip dress (S)");
    expect(text).not.toMatch(/undefined|null/);
  }
});
