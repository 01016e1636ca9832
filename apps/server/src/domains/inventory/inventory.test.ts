import { expect } from "vitest";
import { seedStore } from "../../../../../tests/seed.ts";
import { test } from "../../../../../tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

test("a level is set through the ledger, and pages are told when what they say changes", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const variantId = product.variants[0]?.id ?? "";
  const clerk = await staffClient(world, storeId, "STAFF");
  const admin = queryable(world.admin);
  const told = async () =>
    (await admin.rows(sql`select from shop.outbox where topic = 'catalogue.changed'`)).length;
  const before = await told();
  const set = (onHand: number, more = {}) =>
    clerk.inventory.setLevel({ body: { variantId, onHand, ...more } });
  expect(await set(8, { reason: "Two damaged" })).toMatchObject({
    variantId,
    location: "main",
    productName: product.name,
    variantName: "S",
    onHand: 8,
    reserved: 0,
    available: 8,
  });
  expect(await told()).toBe(before);
  await set(5);
  await set(5);
  expect(await told()).toBe(before + 1);
  await set(4, { location: "window" });
  const ledger = await admin.rows(sql`
    select location, on_hand_delta, reason from shop.stock_movements where variant_id = ${variantId} order by id`);
  expect(ledger).toEqual([
    { location: "main", on_hand_delta: 10, reason: "Opening stock" },
    { location: "main", on_hand_delta: -2, reason: "Two damaged" },
    { location: "main", on_hand_delta: -3, reason: "Counted" },
    { location: "window", on_hand_delta: 4, reason: "Counted" },
  ]);
  const shown = await world.client().products.getProduct({ id: product.id });
  expect(shown.variants[0]?.stock).toBe(5);
});

test("a level never falls below what orders hold, however many set it at once", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const variantId = product.variants[0]?.id ?? "";
  const admin = queryable(world.admin);
  await admin.run(
    sql`update shop.inventory_levels set reserved = 3 where variant_id = ${variantId}`,
  );
  const staff = await staffClient(world, storeId);
  await expect(staff.inventory.setLevel({ body: { variantId, onHand: 2 } })).rejects.toMatchObject({
    code: "OUT_OF_STOCK",
    details: { onHand: 10, reserved: 3, requested: 2 },
  });
  expect(await staff.inventory.setLevel({ body: { variantId, onHand: 3 } })).toMatchObject({
    onHand: 3,
    available: 0,
  });
  await Promise.all(
    [20, 30, 40, 50].map((onHand) => staff.inventory.setLevel({ body: { variantId, onHand } })),
  );
  const [sums] = await admin.rows(sql`
    select (select sum(on_hand_delta)::int from shop.stock_movements where variant_id = ${variantId}) as ledger,
      (select on_hand from shop.inventory_levels where variant_id = ${variantId}) as level`);
  expect(sums).toMatchObject({ ledger: (sums as { level: number }).level });
});

test("levels are listed by product, place, time and shortage", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const a = await makeProduct(world, storeId, { name: "A" });
  const b = await makeProduct(world, storeId, {
    name: "B",
    variants: [{ options: { Size: "S" }, price: 1, stock: 2, sku: "B-S" }],
  });
  const staff = await staffClient(world, storeId);
  const list = async (query = {}) => {
    const found = await staff.inventory.listLevels({ storeId: "shop", ...query });
    return [
      found.total,
      ...found.items.map((level) => `${level.productName} ${level.variantName}`),
    ];
  };
  const past = "2020-01-01T00:00:00.000Z";
  const table: [object, (number | string)[]][] = [
    [{}, [3, "A S", "A M", "B S"]],
    [{ limit: 1, page: 2 }, [3, "A M"]],
    [{ lowStock: true }, [1, "B S"]],
    [{ lowStock: false }, [2, "A S", "A M"]],
    [{ entityType: "PRODUCT", entityId: a.id }, [2, "A S", "A M"]],
    [{ entityType: "VARIANT", entityId: b.variants[0]?.id }, [1, "B S"]],
    [{ entityId: b.id }, [1, "B S"]],
    [{ entityType: "VARIANT", entityId: a.id }, [0]],
    [{ location: "window" }, [0]],
    [{ startDate: past }, [3, "A S", "A M", "B S"]],
    [{ endDate: past }, [0]],
  ];
  for (const [query, expected] of table)
    expect([query, await list(query)]).toEqual([query, expected]);
});

test("stock is nobody's but the store's", async ({ world }) => {
  const storeId = await seedStore(world);
  const other = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const variantId = product.variants[0]?.id ?? "";
  const stranger = await staffClient(world, other, "ADMIN");
  const staff = await staffClient(world, storeId);
  const calls = (client: typeof stranger) => [
    () => client.inventory.setLevel({ body: { variantId, onHand: 1 } }),
    () => client.inventory.listLevels({ storeId }),
  ];
  for (const [client, code] of [
    [world.client(), "UNAUTHENTICATED"],
    [stranger, "NOT_FOUND"],
  ] as const)
    for (const call of calls(client)) await expect(call()).rejects.toMatchObject({ code });
  await expect(
    staff.inventory.setLevel({ body: { variantId: newId(), onHand: 1 } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(staff.inventory.setLevel({ body: { variantId, onHand: -1 } })).rejects.toMatchObject(
    { code: "VALIDATION_FAILED", details: [{ path: "onHand" }] },
  );
});
