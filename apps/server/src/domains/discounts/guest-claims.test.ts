import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { openAccount } from "../customers/customers.fixture.ts";
import { mailboxOf } from "../../platform/mail/mailbox.ts";
import { discountShop } from "./discounts.fixture.ts";
import { guestClaims } from "./guest-claims.ts";

const refused = { code: "DISCOUNT_INVALID" };
const full = 74.79;
const reduced = 61.83;

/**
 * Creates a store that takes 20 percent off a customer's first order, by an automatic discount or with the code FIRST.
 */
async function firstOrderShop(world: World, code: string | null = null) {
  const shop = await discountShop(world);
  await shop.create({
    type: "PERCENTAGE",
    value: 20,
    title: "Welcome",
    code,
    firstOrderOnly: true,
  });
  const markPaid = (email: string) =>
    world.admin.query("update shop.customers set order_count = 1 where email = $1", [email]);
  const from = (address: string, email: string, more: object = {}) =>
    world.client({ address }).orders.createOrder({
      storeId: shop.storeId,
      body: { items: shop.items(), email, ...more },
    });
  return { ...shop, markPaid, from };
}

/** Returns the response to an order: its total, or the error's code with the quote's total, if there is one. */
async function answer(placing: Promise<{ total: number }>) {
  try {
    return { total: (await placing).total };
  } catch (error) {
    const { code, details } = error as { code: string; details?: { quote?: { total: number } } };
    return { code, total: details?.quote?.total };
  }
}

describe("an unverified email", () => {
  test("does not reveal its history through the price of an order that is not placed", async ({
    world,
  }) => {
    const { order, markPaid } = await firstOrderShop(world);
    await order(undefined, { email: "ada@example.com" });
    await markPaid("ada@example.com");
    for (const email of ["ada@example.com", "new@example.com"])
      expect(await answer(order(undefined, { email, total: 0.01 }))).toEqual({
        code: "TOTAL_CHANGED",
        total: reduced,
      });
    // The total without the discount is accepted for any email.
    for (const email of ["ada@example.com", "new@example.com"])
      expect(await answer(order(undefined, { email, total: full }))).toEqual({ total: full });
  });

  test("that has ordered before is told the total without the discount, confirms it, and orders", async ({
    world,
  }) => {
    const { order, markPaid } = await firstOrderShop(world);
    const email = "ada@example.com";
    expect((await order(undefined, { email, total: reduced })).total).toBe(reduced);
    await markPaid(email);
    expect(await answer(order(undefined, { email, total: reduced }))).toEqual({
      code: "TOTAL_CHANGED",
      total: full,
    });
    expect(await answer(order(undefined, { email, total: full }))).toEqual({ total: full });
    // A caller who sent no total pays the correct one.
    expect(await answer(order(undefined, { email }))).toEqual({ total: full });
  });

  test("is counted per address, and after the limit all emails get the same answer", async ({
    world,
  }) => {
    const { from, markPaid, order } = await firstOrderShop(world, "FIRST");
    await order(undefined, { email: "ada@example.com" });
    await markPaid("ada@example.com");
    const discountCode = "FIRST";
    const asked = Array.from({ length: guestClaims }, (_, i) => `ada+${i}@example.com`);
    for (const email of asked)
      await expect(from("192.0.2.7", email, { discountCode })).rejects.toMatchObject(refused);
    for (const email of ["ada@example.com", "new@example.com"])
      await expect(from("192.0.2.8", email, { discountCode, total: 0.01 })).rejects.toMatchObject({
        code: "TOTAL_CHANGED",
        details: { quote: { total: reduced } },
      });
    const others = Array.from({ length: guestClaims - 1 }, (_, i) => `new-${i}@example.com`);
    await Promise.allSettled(
      others.map((email) => from("192.0.2.7", email, { discountCode, total: reduced })),
    );
    for (const email of ["ada@example.com", "new@example.com", "other@example.com"])
      await expect(from("192.0.2.7", email, { discountCode })).rejects.toMatchObject(refused);
    // Callers at other IP addresses can still order. At this one, they can order without the code or with an account.
    expect((await from("192.0.2.9", "new@example.com", { discountCode })).total).toBe(reduced);
    expect((await from("192.0.2.7", "next@example.com")).total).toBe(full);
    const { rows } = await world.admin.query("select bucket from shop.rate_limits");
    expect(JSON.stringify(rows)).not.toMatch(/192\.0|example/);
  });
});

describe("a mailbox", () => {
  test("with many tagged names is one customer", async ({ world }) => {
    const { create, order, storeId, items } = await discountShop(world);
    await create({ type: "PERCENTAGE", value: 50, code: "ONCE", usesPerCustomer: 1 });
    await order("ONCE", { email: "a.da@gmail.com" });
    for (const email of ["ada@gmail.com", "ADA+2@googlemail.com", "a.d.a+x+y@gmail.com"])
      await expect(order("ONCE", { email })).rejects.toMatchObject(refused);
    await order("ONCE", { email: "a.da@example.com" });
    await order("ONCE", { email: "ada@example.com" });
    const { client } = await openAccount(world, { email: "ada+home@gmail.com" });
    const body = { items: items(), discountCode: "ONCE" };
    await expect(client.orders.createOrder({ storeId, body })).rejects.toMatchObject(refused);
  });

  test("of an account is told the total without the discount, and confirms it", async ({
    world,
  }) => {
    const { order, storeId, items } = await firstOrderShop(world);
    await order(undefined, { email: "ada+first@example.com" });
    const { client } = await openAccount(world, { email: "ada@example.com" });
    const placed = (total: number) =>
      answer(client.orders.createOrder({ storeId, body: { items: items(), total } }));
    expect(await placed(reduced)).toEqual({ code: "TOTAL_CHANGED", total: full });
    expect(await placed(full)).toEqual({ total: full });
  });

  test.for([
    "Ada@Example.com",
    "ada+tag@example.com",
    "+ada@example.com",
    "a+b+c@x.example",
    "A.d.A+b@gmail.com",
    "+a.b@googlemail.com",
    "a.b@gmail.com.example",
    "ада@почта.example",
  ])("of %s is normalized in the same way in the database", async (email, { world }) => {
    const { order } = await discountShop(world);
    await world.admin.query("delete from shop.customers");
    await order(undefined, { email: "ada@example.com" });
    await world.admin.query("update shop.customers set email = $1", [email]);
    const { rows } = await world.admin.query("select mailbox from shop.customers");
    expect(rows).toEqual([{ mailbox: mailboxOf(email) }]);
  });

  test("has one first order, even with several codes for first orders", async ({ world }) => {
    const { create, order, quote } = await discountShop(world);
    for (const code of ["ONE", "TWO"])
      await create({ type: "PERCENTAGE", value: 50, code, firstOrderOnly: true });
    const made = await order("ONE", { email: "ada@example.com" });
    await expect(order("TWO", { email: "ada+2@example.com" })).rejects.toMatchObject(refused);
    expect((await quote("TWO")).discount).toBe(30);
    await world.client({ orderKey: made.orderKey }).orders.cancelOrder({ id: made.id });
    await order("TWO", { email: "ada+2@example.com" });
  });
});
