import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { runJobs } from "#tests/run-jobs.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { type Work, workOf } from "#tests/work-of.ts";
import { test } from "#tests/world.ts";
import { seedCustomer } from "../../platform/http/contract.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { discountShop, outcomes } from "./discounts.fixture.ts";
import { makeDiscountCodes } from "./jobs.ts";

describe("an order", () => {
  test("is charged what the quote showed, and stores the same trace", async ({ world }) => {
    const { create, quote, order } = await discountShop(world);
    const stacks = { combines: true } as const;
    await create({ type: "PERCENTAGE", value: 10, title: "Autumn", ...stacks });
    await create({ type: "FREE_SHIPPING", title: "Free shipping", ...stacks });
    await create({
      type: "PERCENTAGE",
      value: 100,
      title: "3 for 2",
      give: { buy: 2, get: 1, products: [], collections: [], times: null },
      ...stacks,
    });
    await create({ type: "FIXED_AMOUNT", value: 15, code: "FIFTEEN", ...stacks });
    const shown = await quote("fifteen", 3);
    expect(shown).toMatchObject({ subtotal: 180, discount: 87, shipping: 0, total: 100.44 });
    expect(shown.trace).toMatchObject([
      { kind: "DISCOUNT", label: "3 for 2", amount: -60, shares: [-60] },
      { kind: "DISCOUNT", label: "Autumn", amount: -12 },
      { kind: "DISCOUNT", label: "FIFTEEN", amount: -15 },
      { kind: "DISCOUNT", label: "Free shipping", amount: 0, offShipping: 9.99 },
      { kind: "SHIPPING", amount: 0, reason: "DISCOUNT" },
      { kind: "TAX", percent: 8, base: 93, amount: 7.44, shares: [7.44] },
    ]);
    const made = await order("fifteen", { total: shown.total, quantity: 3 });
    expect(made).toMatchObject({ total: 100.44, discount: 87, discountCode: "FIFTEEN" });
    expect(made.trace).toEqual(shown.trace);
    const read = await world
      .client({ orderKey: made.orderKey })
      .orders.getOrderWithItems({ id: made.id });
    expect(read.trace).toEqual(shown.trace);
    expect(await imbalances(world)).toEqual([]);
  });

  test("is told the new total if an automatic discount from its quote has ended", async ({
    world,
  }) => {
    const { create, quote, order, staff } = await discountShop(world);
    const { id } = await create({ type: "PERCENTAGE", value: 10, title: "Autumn" });
    const { total } = await quote();
    await staff.discounts.deleteDiscount({ id });
    await expect(order(undefined, { total })).rejects.toMatchObject({
      code: "TOTAL_CHANGED",
      details: { quote: { discount: 0 } },
    });
  });

  test("that is canceled gives back the use of a limited discount, with or without a code", async ({
    world,
  }) => {
    const { create, order, staff } = await discountShop(world);
    const auto = await create({
      type: "PERCENTAGE",
      value: 10,
      title: "First",
      usageLimit: 1,
      combines: true,
    });
    const code = await create({
      type: "PERCENTAGE",
      value: 10,
      code: "ONE",
      usageLimit: 1,
      combines: true,
    });
    const used = async () =>
      Promise.all(
        [auto, code].map(async ({ id }) => (await staff.discounts.getDiscount({ id })).used),
      );
    const made = await order("ONE");
    expect(await used()).toEqual([1, 1]);
    await world.client({ orderKey: made.orderKey }).orders.cancelOrder({ id: made.id });
    expect(await used()).toEqual([0, 0]);
    expect((await order("ONE")).discount).toBe(11.4);
    expect(await imbalances(world)).toEqual([]);
  });

  test("that is canceled gives back a use that a new limit has counted at the same moment", async ({
    world,
  }) => {
    const { create, order, staff } = await discountShop(world);
    const { id } = await create({ type: "PERCENTAGE", value: 10, code: "OPEN" });
    const made = await order("OPEN");
    const changing = await world.admin.connect();
    await changing.query("begin");
    await changing.query("select from shop.discounts where id = $1 for update", [id]);
    const canceled = world.client({ orderKey: made.orderKey }).orders.cancelOrder({ id: made.id });
    await Promise.race([untilBlocked(world), canceled]);
    await changing.query("update shop.discounts set usage_limit = 1, used = 1 where id = $1", [id]);
    await changing.query("commit");
    changing.release();
    await canceled;
    expect((await staff.discounts.getDiscount({ id })).used).toBe(0);
    expect((await order("OPEN")).discountCode).toBe("OPEN");
    expect(await imbalances(world)).toEqual([]);
  });

  test("with fifty discounts runs one statement more than an order with none, and counts each use once", async ({
    world,
  }) => {
    const { storeId, order, quote } = await discountShop(world);
    await order();
    const without = inTransaction(await workOf(() => order()));
    await world.admin.query(
      `insert into shop.discounts (store_id, id, title, type, value, combines, usage_limit)
       select $1, gen_random_uuid(), 'Stacked ' || n, 'PERCENTAGE', 100, true, case when n % 2 = 0 then 2 end
       from generate_series(1, 50) n`,
      [storeId],
    );
    await quote();
    let made = await order();
    const work = await workOf(async () => {
      made = await order();
    });
    expect(inTransaction(work)).toHaveLength(without.length + 1);
    const uses = async () => {
      const { rows } = await world.admin.query(
        `select sum(cardinality(discount_ids))::int as uses, (select sum(used)::int from shop.discounts where store_id = $1) as used,
           (select count(distinct used)::int from shop.discounts where store_id = $1 and usage_limit is not null) as counts
         from shop.discount_uses where store_id = $1`,
        [storeId],
      );
      return rows[0];
    };
    expect(await uses()).toEqual({ uses: 100, used: 50, counts: 1 });
    expect((await quote()).trace.filter(({ kind }) => kind === "DISCOUNT")).toHaveLength(25);
    await world.client({ orderKey: made.orderKey }).orders.cancelOrder({ id: made.id });
    expect(await uses()).toEqual({ uses: 50, used: 25, counts: 1 });
    expect(await imbalances(world)).toEqual([]);
  });
});

describe("discounts for certain customers", () => {
  test("for a tag apply to signed-in customers who have the tag", async ({ world }) => {
    const { create, quote, order, storeId } = await discountShop(world);
    await create({ type: "PERCENTAGE", value: 20, title: "Friends", customerTags: ["friend"] });
    const friend = await seedCustomer(world, storeId);
    await world.admin.query("update shop.customers set tags = '{friend}' where id = $1", [
      friend.id,
    ]);
    expect((await quote()).discount).toBe(0);
    const shown = await quote(undefined, 1, friend.token);
    expect(shown.discount).toBe(12);
    const options = { accessToken: friend.token, total: shown.total };
    expect((await order(undefined, options)).discount).toBe(12);
    // Another person who enters the friend's email doesn't get the discount.
    const { rows } = await world.admin.query<{ email: string }>(
      "select email from shop.customers where id = $1",
      [friend.id],
    );
    expect((await order(undefined, { email: rows[0]?.email ?? "" })).discount).toBe(0);
  });

  test("for a first order are shown to unknown customers, and rejected for known ones", async ({
    world,
  }) => {
    const { create, quote, order, storeId } = await discountShop(world);
    await create({ type: "PERCENTAGE", value: 20, code: "FIRST", firstOrderOnly: true });
    expect((await quote("FIRST")).discount).toBe(12);
    const email = "ada@example.com";
    const made = await order("FIRST", { email });
    await world.admin.query(
      "update shop.customers set order_count = 1 where store_id = $1 and email = $2",
      [storeId, email],
    );
    await world.client({ orderKey: made.orderKey }).orders.cancelOrder({ id: made.id });
    const refused = { code: "DISCOUNT_INVALID" };
    await expect(order("FIRST", { email })).rejects.toMatchObject(refused);
    await expect(order("FIRST", { email: null })).rejects.toMatchObject(refused);
  });
});

test("unique codes stop working when their discount becomes automatic or gets a single code", async ({
  world,
}) => {
  const { create, quote, order, staff } = await discountShop(world);
  const { id } = await create({
    type: "PERCENTAGE",
    value: 50,
    title: "Half",
    hasUniqueCodes: true,
    combines: true,
  });
  await staff.discounts.createDiscountCodes({ id, body: { count: 1 } });
  await runJobs(world.services);
  const file = await staff.discounts.getDiscountCodes({ id });
  const code = (await file.text()).split("\r\n")[1]?.split(",")[0] ?? "";
  await staff.discounts.updateDiscount({ id, body: { hasUniqueCodes: false } });
  expect(await quote(code)).toMatchObject({ discount: 30, discountCode: null });
  await expect(order(code)).rejects.toMatchObject({ code: "DISCOUNT_INVALID" });
  await staff.discounts.updateDiscount({ id, body: { code: "OWN" } });
  await expect(order(code)).rejects.toMatchObject({ code: "DISCOUNT_INVALID" });
  expect((await order("OWN")).discount).toBe(30);
});

describe("under concurrency", () => {
  test("a code with 30 uses is accepted for 30 of 150 buyers", async ({ world }) => {
    const { create, order, staff } = await discountShop(world);
    const { id } = await create({ type: "PERCENTAGE", value: 10, code: "RUSH", usageLimit: 30 });
    const calls = Array.from({ length: 150 }, () => order("RUSH"));
    expect(await outcomes(calls)).toEqual({ done: 30, codes: ["DISCOUNT_INVALID"] });
    expect((await staff.discounts.getDiscount({ id })).used).toBe(30);
    expect(await imbalances(world)).toEqual([]);
  });

  test("a code with one use per customer is accepted in one of 50 tabs", async ({ world }) => {
    const { create, order, staff } = await discountShop(world);
    const { id } = await create({
      type: "PERCENTAGE",
      value: 10,
      code: "MINE",
      usesPerCustomer: 1,
    });
    const calls = Array.from({ length: 50 }, () => order("MINE", { email: "ada@example.com" }));
    expect(await outcomes(calls)).toEqual({ done: 1, codes: ["DISCOUNT_INVALID"] });
    await order("MINE", { email: "bob@example.com" });
    expect((await staff.discounts.getDiscount({ id })).used).toBe(2);
  });

  test("an automatic discount with 5 uses is reported as ended to the other buyers", async ({
    world,
  }) => {
    const { create, order, quote } = await discountShop(world);
    await create({ type: "PERCENTAGE", value: 10, title: "Early", usageLimit: 5 });
    const { total } = await quote();
    const calls = Array.from({ length: 20 }, () => order(undefined, { total }));
    expect(await outcomes(calls)).toEqual({ done: 5, codes: ["TOTAL_CHANGED"] });
    expect(await imbalances(world)).toEqual([]);
  });

  test("a unique code is accepted for one of 20 buyers", async ({ world }) => {
    const { create, order, staff } = await discountShop(world);
    const { id } = await create({ type: "PERCENTAGE", value: 10, hasUniqueCodes: true });
    await staff.discounts.createDiscountCodes({ id, body: { count: 1 } });
    await runJobs(world.services, { jobs: [makeDiscountCodes] });
    const file = await staff.discounts.getDiscountCodes({ id });
    const code = (await file.text()).split("\r\n")[1]?.split(",")[0] ?? "";
    const calls = Array.from({ length: 20 }, () => order(code));
    expect(await outcomes(calls)).toEqual({ done: 1, codes: ["DISCOUNT_INVALID"] });
  });
});

test("a rehearsal calculates what a planned discount would have cost, and creates nothing", async ({
  world,
}) => {
  const { order, staff, storeId, productId } = await discountShop(world);
  const { collections } = await staffClient(world, storeId);
  const { id: collection } = await collections.createCollection({
    storeId,
    body: { name: "Chosen", products: [productId] },
  });
  for (const [email, quantity] of [
    ["ada@example.com", 1],
    ["ada@example.com", 2],
    ["bob@example.com", 3],
  ] as const)
    await order(undefined, { email, quantity });
  await world.admin.query(`
    update shop.orders set paid_at = now(), payment_state = 'completed', payment_environment = 'LIVE', expires_at = null,
      held_by_address = null, held_by_user = null`);
  // This order is not paid, so its use of the discount is not counted.
  await order();
  const rehearse = (body: object) =>
    staff.discounts.rehearseDiscount({
      storeId,
      body: { title: "Planned", type: "PERCENTAGE", value: 10, ...body },
    });
  expect(await rehearse({ minimumSubtotal: 100 })).toMatchObject({
    orders: 3,
    sampled: 3,
    used: 2,
    customers: 2,
    firstOrders: 1,
    sales: 360,
    cost: 30,
    estimatedCost: 30,
    examples: [{ subtotal: 180, discount: 18 }, { discount: 12 }],
  });
  expect(await rehearse({ usesPerCustomer: 1 })).toMatchObject({ used: 2, cost: 24 });
  expect(await rehearse({ usageLimit: 1 })).toMatchObject({ used: 1, cost: 6 });
  expect(await rehearse({ type: "FREE_SHIPPING", value: 0 })).toMatchObject({
    used: 1,
    cost: 9.99,
  });
  expect(await rehearse({ collections: [collection] })).toMatchObject({ used: 3, cost: 36 });
  expect(await rehearse({ excludedCollections: [collection] })).toMatchObject({ used: 0, cost: 0 });
  expect((await staff.discounts.listDiscounts({ storeId })).total).toBe(0);
});

/**
 * Returns the statements from the beginning of the transaction on. Before it, cached data about the store may be
 * reloaded.
 */
function inTransaction({ statements }: Work): string[] {
  return statements.slice(statements.findIndex((text) => text.startsWith("begin")));
}
