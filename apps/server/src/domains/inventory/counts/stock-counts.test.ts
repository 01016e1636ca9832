// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { addRows, seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../../platform/id.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";

async function shop(world: World) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { sizes: ["S", "M"] });
  const [small = "", medium = ""] = variantIds;
  const staff = await staffClient(world, storeId, "STAFF");
  return {
    storeId,
    small,
    medium,
    staff,
    count: (lines: { variantId: string; counted: number }[], more: object = {}) =>
      staff.stockCounts.createCount({ storeId, body: { lines, ...more } }),
    onHand: async (variantId: string) =>
      (await staff.inventory.listLevels({ storeId, entityId: variantId })).items[0]?.onHand,
  };
}

describe("a stock count", () => {
  test("corrects each level by its difference, with the reason COUNT, and can be read later", async ({
    world,
  }) => {
    const { storeId, small, medium, staff, count } = await shop(world);
    const made = await count(
      [
        { variantId: small, counted: 7 },
        { variantId: medium, counted: 10 },
      ],
      { note: "November" },
    );
    expect(made).toMatchObject({
      location: "main",
      note: "November",
      variants: 2,
      difference: -3,
      lines: [
        { variantName: "S", expected: 10, counted: 7 },
        { variantName: "M", expected: 10, counted: 10 },
      ],
    });
    expect(await staff.stockCounts.getCount({ id: made.id })).toEqual(made);
    const { lines: _, ...listed } = made;
    expect((await staff.stockCounts.listCounts({ storeId })).items).toEqual([listed]);
    expect(await staff.stockCounts.listCounts({ storeId, location: "x" })).toMatchObject({
      total: 0,
    });
    const { items } = await staff.inventory.listMovements({
      storeId,
      kind: "ADJUSTMENT",
      limit: 1,
    });
    expect(items).toMatchObject([
      {
        variantId: small,
        onHandDelta: -3,
        reason: "COUNT",
        note: "November",
        referenceId: made.id,
      },
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("of an hour ago takes later movements into account", async ({ world }) => {
    const { small, staff, count, onHand } = await shop(world);
    await world.admin.query(
      "update shop.stock_movements set created_at = now() - interval '2 hours'",
    );
    const countedAt = new Date(Date.now() - 3_600_000).toISOString();
    await staff.inventory.createAdjustment({
      body: { variantId: small, quantity: 5, reason: "RECEIVED" },
    });
    const made = await count([{ variantId: small, counted: 9 }], { countedAt });
    expect(made).toMatchObject({
      difference: -1,
      countedAt,
      lines: [{ expected: 10, counted: 9 }],
    });
    expect(await onHand(small)).toBe(14);
    const old = { code: "VALIDATION_FAILED", details: [{ path: "countedAt" }] };
    for (const at of [Date.now() + 60_000, Date.now() - 8 * 24 * 3_600_000])
      await expect(
        count([{ variantId: small, counted: 1 }], { countedAt: new Date(at).toISOString() }),
      ).rejects.toMatchObject(old);
    expect(await imbalances(world)).toEqual([]);
  });

  test("rejects counted units where units are owed, and can't go below what orders hold", async ({
    world,
  }) => {
    const { storeId, small, count, onHand } = await shop(world);
    const owner = await staffClient(world, storeId);
    await owner.inventory.setBackorder({ body: { variantId: small, limit: 5 } });
    await owner.inventory.setLevel({ body: { variantId: small, onHand: 0 } });
    await world.admin.query(
      `with owed as (update shop.inventory_levels set on_hand = -2 where variant_id = $1 returning store_id)
       insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
       select store_id, gen_random_uuid(), $1, 'adjust', -2, 'A test' from owed`,
      [small],
    );
    expect(await count([{ variantId: small, counted: 0 }])).toMatchObject({ difference: 0 });
    expect(await onHand(small)).toBe(-2);
    // It is unknown whether the counted units include the two owed ones, which may already be set aside.
    const owed = {
      code: "VALIDATION_FAILED",
      details: [
        {
          path: "lines.0.counted",
          message: expect.stringMatching(/^2 units of this variant are owed/),
        },
      ],
    };
    await expect(count([{ variantId: small, counted: 3 }])).rejects.toMatchObject(owed);
    const countedAt = new Date().toISOString();
    await owner.inventory.createAdjustment({
      body: { variantId: small, quantity: 3, reason: "RECEIVED" },
    });
    await expect(count([{ variantId: small, counted: 3 }], { countedAt })).rejects.toMatchObject(
      owed,
    );
    for (let i = 0; i < 2; i += 1)
      expect(await count([{ variantId: small, counted: 1 }])).toMatchObject({ difference: 0 });
    expect(await onHand(small)).toBe(1);
    await owner.inventory.setBackorder({ body: { variantId: small, limit: 0 } });
    await world
      .client()
      .orders.createOrder({ storeId, body: { items: [{ variantId: small, quantity: 1 }] } });
    await expect(count([{ variantId: small, counted: 0 }])).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: { variantId: small, reserved: 1 },
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is limited to the store's variants and locations, and is not found by other stores' staff", async ({
    world,
  }) => {
    const { storeId, small, count } = await shop(world);
    const foreign = await seedProduct(world, await seedStore(world));
    for (const [line, more, code] of [
      [{ variantId: foreign.variantIds[0] ?? "", counted: 1 }, {}, "NOT_FOUND"],
      [{ variantId: newId(), counted: 1 }, {}, "NOT_FOUND"],
      [{ variantId: small, counted: 1 }, { location: "attic" }, "NOT_FOUND"],
      [{ variantId: small, counted: -1 }, {}, "VALIDATION_FAILED"],
    ] as const)
      await expect(count([line], more)).rejects.toMatchObject({ code });
    const { id } = await count([{ variantId: small, counted: 10 }]);
    const otherStaff = await staffClient(world, await seedStore(world));
    for (const call of [
      () => otherStaff.stockCounts.listCounts({ storeId }),
      () => otherStaff.stockCounts.getCount({ id }),
    ])
      await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

test("an owner's stores can store a limited number of count lines in a day", async ({ world }) => {
  const { storeId, small, count } = await shop(world);
  // The variants don't exist, because creating a thousand would take longer than the test.
  await addRows(
    world.admin,
    `with counts as (
      insert into shop.stock_counts (store_id, id, location, counted_at, created_at)
      select $1, gen_random_uuid(), 'main', now(), now() from generate_series(1, 100) returning id)
    insert into shop.stock_count_lines (store_id, count_id, variant_id, expected, counted)
    select $1, id, gen_random_uuid(), 1, 1 from counts, generate_series(1, 1000)`,
    [storeId],
  );
  const counted = () => count([{ variantId: small, counted: 7 }]);
  await expect(counted()).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  await world.admin.query("update shop.stock_counts set created_at = now() - interval '25 hours'");
  expect((await counted()).variants).toBe(1);
});
