import { describe, expect } from "vitest";
import { workOf } from "#tests/work-of.ts";
import { test } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { member } from "../roles/roles.fixture.ts";
import { readDiscountRows } from "./discount-rows.ts";
import { discountShop } from "./discounts.fixture.ts";

test("a discount is created, read, listed, changed and deleted, and carts are priced by it", async ({
  world,
}) => {
  const shop = await discountShop(world);
  const { staff, storeId } = shop;
  const made = await shop.create({
    type: "PERCENTAGE",
    value: 12.5,
    code: "Welcome",
    usageLimit: 10,
  });
  expect(made).toMatchObject({ storeId, code: "Welcome", value: 12.5, used: 0, version: 1 });
  expect(await staff.discounts.getDiscount({ id: made.id })).toEqual(made);
  expect((await shop.quote("WELCOME")).discount).toBe(7.5);
  await shop.order("welcome");
  expect(await staff.discounts.listDiscounts({ storeId, search: "wel" })).toMatchObject({
    items: [{ id: made.id, used: 1 }],
    total: 1,
  });
  const { id } = made;
  const changed = await staff.discounts.updateDiscount({
    id,
    body: { type: "FIXED_AMOUNT", value: 20 },
  });
  expect(changed).toMatchObject({ type: "FIXED_AMOUNT", value: 20, version: 2, usageLimit: 10 });
  expect((await shop.quote("WELCOME")).discount).toBe(20);
  await staff.discounts.deleteDiscount({ id });
  expect(await shop.quote("WELCOME")).toMatchObject({
    discount: 0,
    discountMessage: "The code WELCOME is not valid.",
  });
  await expect(staff.discounts.getDiscount({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  // The code can be used again.
  await shop.create({ type: "PERCENTAGE", value: 5, code: "welcome" });
});

describe("is rejected with the field, and nothing is written:", () => {
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const past = new Date(Date.now() - 86_400_000).toISOString();
  const id = newId();
  test.for<[string, string, Record<string, unknown>]>([
    ["an empty period", "endsAt", { startsAt: later, endsAt: later }],
    ["a period that has passed", "endsAt", { endsAt: past }],
    ["a minimum above its maximum", "minimumSubtotal", { minimumSubtotal: 9, maximumSubtotal: 8 }],
    [
      "more uses of a customer than in all",
      "usesPerCustomer",
      { usageLimit: 1, usesPerCustomer: 2 },
    ],
    ["an unknown product", "products.0", { products: [id] }],
    ["an unknown collection", "collections.0", { collections: [id] }],
    ["an unknown excluded product", "excludedProducts.0", { excludedProducts: [id] }],
    ["an unknown product to give", "give.products.0", { give: { buy: 1, get: 1, products: [id] } }],
    ["what it covers excluded", "excludedProducts", { products: [id], excludedProducts: [id] }],
    [
      "what it gives excluded",
      "give.products",
      { give: { buy: 1, get: 1, products: [id] }, excludedProducts: [id] },
    ],
    ["a maximum of nothing", "maximumSubtotal", { maximumSubtotal: 0 }],
    ["more than 100 percent", "value", { value: 100.01 }],
    ["0 percent", "value", { value: 0 }],
    ["a thousandth of a percent", "value", { value: 10.001 }],
    ["no amount", "value", { type: "FIXED_AMOUNT", value: 0 }],
    ["a tenth of a cent", "value", { type: "FIXED_AMOUNT", value: 0.001 }],
    ["a value of free shipping", "value", { type: "FREE_SHIPPING", value: 5 }],
    ["a tier of nothing", "tiers.0.value", { tiers: [{ quantity: 1, value: 0 }] }],
    [
      "tiers in disorder",
      "tiers.1.quantity",
      {
        tiers: [
          { quantity: 2, value: 5 },
          { quantity: 2, value: 10 },
        ],
      },
    ],
    ["a fixed amount to give", "give", { type: "FIXED_AMOUNT", give: { buy: 1, get: 1 } }],
    [
      "tiers of free shipping",
      "tiers",
      { type: "FREE_SHIPPING", value: 0, tiers: [{ quantity: 1, value: 1 }] },
    ],
    ["a code and unique codes", "hasUniqueCodes", { hasUniqueCodes: true }],
    ["an automatic one without title", "title", { code: null }],
  ])("%s", async ([, path, body], { world }) => {
    const { staff, storeId } = await discountShop(world);
    await expect(
      staff.discounts.createDiscount({
        storeId,
        body: { type: "PERCENTAGE", value: 10, code: "TEN", ...body },
      }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path }] });
    expect((await staff.discounts.listDiscounts({ storeId })).total).toBe(0);
  });

  test("a code of another discount", async ({ world }) => {
    const { create } = await discountShop(world);
    await create({ type: "FREE_SHIPPING", code: "Ten" });
    await expect(create({ type: "FREE_SHIPPING", code: "TEN" })).rejects.toMatchObject({
      code: "ALREADY_EXISTS",
      details: { field: "code" },
    });
  });

  test("a limit below the number of uses", async ({ world }) => {
    const { create, order, staff } = await discountShop(world);
    const { id } = await create({ type: "PERCENTAGE", value: 5, title: "Five" });
    await order();
    await order();
    await expect(
      staff.discounts.updateDiscount({ id, body: { usageLimit: 1 } }),
    ).rejects.toMatchObject({ code: "VALIDATION_FAILED", details: [{ path: "usageLimit" }] });
    await staff.discounts.updateDiscount({ id, body: { usageLimit: 2 } });
    await expect(order(undefined, { total: 66.35 })).rejects.toMatchObject({
      code: "TOTAL_CHANGED",
    });
  });

  test("a 101st automatic discount", async ({ world }) => {
    const { create, storeId } = await discountShop(world);
    await world.admin.query(
      `insert into shop.discounts (store_id, id, title, type, value)
       select $1, gen_random_uuid(), 'Auto', 'PERCENTAGE', 100 from generate_series(1, 100)`,
      [storeId],
    );
    await expect(create({ type: "FREE_SHIPPING", title: "One more" })).rejects.toMatchObject({
      code: "LIMIT_REACHED",
    });
    await create({ type: "FREE_SHIPPING", code: "FREE" });
    // Carts read a discount for another minute after its end, so it still counts toward the limit.
    await world.admin.query(
      "update shop.discounts set ends_at = now() - interval '30 seconds' where title = 'Auto'",
    );
    await expect(create({ type: "FREE_SHIPPING", title: "One more" })).rejects.toMatchObject({
      code: "LIMIT_REACHED",
    });
    await world.admin.query(
      "update shop.discounts set ends_at = now() - interval '3 minutes' where title = 'Auto'",
    );
    await create({ type: "FREE_SHIPPING", title: "One more" });
  });

  test("more than 10,000 products and collections in all automatic discounts", async ({
    world,
  }) => {
    const { create, storeId, productId, staff } = await discountShop(world);
    await world.admin.query(
      `insert into shop.discounts (store_id, id, title, type, value, products, excluded_collections, give)
       select $1, gen_random_uuid(), 'Auto', 'PERCENTAGE', 100, array_fill($2::uuid, '{100}'), array_fill($2::uuid, '{50}'),
         jsonb_build_object('products', to_jsonb(array_fill($2::text, '{100}')), 'collections', '[]'::jsonb)
       from generate_series(1, 40)`,
      [storeId, productId],
    );
    const listing = { type: "PERCENTAGE" as const, value: 5, products: [productId] };
    await expect(create({ ...listing, title: "One more" })).rejects.toMatchObject({
      code: "LIMIT_REACHED",
      details: { max: 10_000 },
    });
    await create({ type: "PERCENTAGE", value: 5, title: "Everything" });
    const { id } = await create({ ...listing, code: "FIVE" });
    await expect(
      staff.discounts.updateDiscount({ id, body: { code: null, title: "Five" } }),
    ).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });
});

test("codes are not in the audit log, because staff who may not manage discounts can read it", async ({
  world,
}) => {
  const { storeId, create, staff } = await discountShop(world);
  const made = await create({ type: "PERCENTAGE", value: 100, code: "PRESS-Q7" });
  await staff.discounts.updateDiscount({ id: made.id, body: { code: "PRESS-K9" } });
  await create({ type: "PERCENTAGE", value: 5, code: "SHORT" });
  await staff.discounts.deleteDiscount({ id: made.id });
  const { logging } = await member(world, storeId, ["MANAGE_SETTINGS"]);
  const { items } = await logging.listAuditEntries({ storeId, entityType: "discount" });
  const codes = items.map(({ before, after }) =>
    [before, after].map((state) => (state as { code?: string } | null)?.code),
  );
  expect(codes.toReversed()).toEqual([
    [undefined, "…Q7"],
    ["…Q7", "…K9"],
    [undefined, "…"],
    ["…K9", undefined],
  ]);
});

test("a page of discounts that would be too large is refused before it is read, and lists count few uses", async ({
  world,
}) => {
  const shop = await discountShop(world);
  const { staff, storeId } = shop;
  await shop.create({ type: "PERCENTAGE", value: 5, code: "FIVE" });
  for (let n = 0; n < 3; n += 1) await shop.order("five");
  const ctx = await world.system(storeId);
  const used = async (max: number | null) =>
    (await ctx.tx((tx) => readDiscountRows(tx, sql`and d.code is not null`, max)))[0]?.used;
  expect(await used(null)).toBe(3);
  expect(await used(2)).toBe(2);
  await world.admin.query(
    `insert into shop.discounts (store_id, id, code, type, value, products)
     select $1, gen_random_uuid(), 'MANY-' || n, 'PERCENTAGE', 1000, array(select gen_random_uuid() from generate_series(1, 600))
     from generate_series(1, 60) n`,
    [storeId],
  );
  const { statements } = await workOf(() =>
    expect(staff.discounts.listDiscounts({ storeId, limit: 100 })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    }),
  );
  expect(statements.filter((text) => text.includes("to_jsonb(d)"))).toEqual([]);
});
