import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";

test("a level is set through the ledger, and pages are invalidated when their stock label changes", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const variantId = product.variants[0]?.id ?? "";
  const clerk = await staffClient(world, storeId, "STAFF");
  const admin = queryable(world.admin);
  const invalidations = async () =>
    (await admin.rows(sql`select from shop.jobs where kind = 'catalogue.changed'`)).length;
  const before = await invalidations();
  const set = (onHand: number, more = {}) =>
    clerk.inventory.setLevel({ body: { variantId, onHand, ...more } });
  expect(await set(8, { reason: "DAMAGED", note: "Two, at the seam" })).toMatchObject({
    variantId,
    location: "main",
    productName: product.name,
    variantName: "S",
    onHand: 8,
    reserved: 0,
    available: 8,
  });
  expect(await invalidations()).toBe(before);
  await set(5);
  await set(5);
  expect(await invalidations()).toBe(before + 1);
  await clerk.inventory.createAdjustment({
    body: { variantId, quantity: -1, reason: "GIVEN_AWAY" },
  });
  const owner = await staffClient(world, storeId);
  const window = { code: "window", name: "Window", isActive: false };
  await owner.locations.createLocation({ storeId, body: window });
  await set(4, { location: "window" });
  const ledger = await admin.rows(sql`
    select location, on_hand_delta, reason, note from shop.stock_movements where variant_id = ${variantId} order by id`);
  expect(ledger).toEqual([
    { location: "main", on_hand_delta: 10, reason: "Opening stock", note: null },
    { location: "main", on_hand_delta: -2, reason: "DAMAGED", note: "Two, at the seam" },
    { location: "main", on_hand_delta: -3, reason: "COUNT", note: null },
    { location: "main", on_hand_delta: -1, reason: "GIVEN_AWAY", note: null },
    { location: "window", on_hand_delta: 4, reason: "COUNT", note: null },
  ]);
  const shown = await world.client().products.getProduct({ id: product.id });
  expect(shown.variants[0]?.stock).toBe(4);
});

test("a level never falls below what orders hold, even with concurrent updates", async ({
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

test("concurrent adjustments add and remove units, but none that orders hold", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const variantId = product.variants[0]?.id ?? "";
  const staff = await staffClient(world, storeId, "STAFF");
  const adjust = (quantity: number, reason: "RECEIVED" | "LOST" = "RECEIVED") =>
    staff.inventory.createAdjustment({ body: { variantId, quantity, reason } });
  expect(await adjust(5)).toMatchObject({ onHand: 15, reserved: 0, available: 15 });
  const buy = () =>
    world.client().orders.createOrder({ storeId, body: { items: [{ variantId, quantity: 1 }] } });
  const ends = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? buy() : adjust(-1, "LOST"))),
  );
  const done = ends.filter(({ status }) => status === "fulfilled").length;
  expect(done).toBe(15);
  const [level] = (await staff.inventory.listLevels({ storeId, entityId: variantId })).items;
  expect(level).toMatchObject({ available: 0 });
  await expect(adjust(-1)).rejects.toMatchObject({
    code: "OUT_OF_STOCK",
    details: { variantId, reserved: level?.reserved },
  });
  await expect(adjust(0)).rejects.toMatchObject({
    code: "VALIDATION_FAILED",
    details: [{ path: "quantity" }],
  });
  const room = 1_000_000 - (level?.onHand ?? 0);
  await expect(adjust(room + 1)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  await adjust(room);
  await expect(adjust(1)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  // A level may exceed the limit if it was stored before the limit existed. It can still be reduced.
  await world.admin.query(
    `with more as (update shop.inventory_levels set on_hand = 2000000 where variant_id = $1 returning on_hand)
     insert into shop.stock_movements (store_id, id, variant_id, kind, on_hand_delta, reason)
     select $2, gen_random_uuid(), $1, 'adjust', 1000000, 'A test' from more`,
    [variantId, storeId],
  );
  expect(await adjust(-1)).toMatchObject({ onHand: 1_999_999 });
  expect(await imbalances(world)).toEqual([]);
});

test("the ledger is read newest first, page by page", async ({ world }) => {
  const storeId = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const [small = "", medium = ""] = product.variants.map(({ id }) => id);
  const staff = await staffClient(world, storeId);
  const order = await world.client().orders.createOrder({
    storeId,
    body: { items: [{ variantId: small, quantity: 2 }] },
  });
  await staff.orders.cancelOrder({ id: order.id });
  await staff.inventory.createAdjustment({
    body: { variantId: medium, quantity: 3, reason: "RETURNED", note: "Ada" },
  });
  const all = await staff.inventory.listMovements({ storeId });
  expect(
    all.items.map(({ kind, onHandDelta, reservedDelta, orderId }) => [
      kind,
      onHandDelta,
      reservedDelta,
      orderId,
    ]),
  ).toEqual([
    ["ADJUSTMENT", 3, 0, null],
    ["RELEASE", 0, -2, order.id],
    ["HOLD", 0, 2, order.id],
    ["ADJUSTMENT", 10, 0, null],
    ["ADJUSTMENT", 10, 0, null],
  ]);
  expect(all).toMatchObject({
    next: null,
    items: [
      { variantId: medium, reason: "RETURNED", note: "Ada", productName: product.name },
      {},
      {},
      {},
      {},
    ],
  });
  const first = await staff.inventory.listMovements({ storeId, limit: 3 });
  const second = await staff.inventory.listMovements({
    storeId,
    limit: 3,
    after: first.next ?? "",
  });
  expect([...first.items, ...second.items]).toEqual(all.items);
  const count = async (query: object) =>
    (await staff.inventory.listMovements({ storeId, ...query })).items.length;
  expect([
    await count({ variantId: small }),
    await count({ kind: "HOLD" }),
    await count({ orderId: order.id }),
    await count({ location: "main", kind: "ADJUSTMENT" }),
    await count({ location: "shelf" }),
  ]).toEqual([3, 1, 2, 3, 0]);
});

test("low stock is listed with the fewest units first, filtered by reorder point, location and name", async ({
  world,
}) => {
  const storeId = await seedStore(world);
  const a = await makeProduct(world, storeId, { name: "Coat 50%" });
  const b = await makeProduct(world, storeId, {
    name: "Belt",
    variants: [
      { options: { Size: "S" }, price: 1, stock: 0, sku: "B_S" },
      { options: { Size: "M" }, price: 1, stock: 5 },
    ],
  });
  const staff = await staffClient(world, storeId);
  const [small = ""] = a.variants.map(({ id }) => id);
  expect(
    await staff.inventory.setReorderPoint({ body: { variantId: small, reorderPoint: 12 } }),
  ).toMatchObject({ reorderPoint: 12, isLow: true, available: 10 });
  const list = async (query = {}) =>
    (await staff.inventory.listLowStock({ storeId, ...query })).items.map(
      ({ productName, variantName, available }) => `${productName} ${variantName} ${available}`,
    );
  const [belts, beltM, coat] = ["Belt S 0", "Belt M 5", "Coat 50% S 10"];
  const table: [object, string[]][] = [
    [{}, [belts, beltM, coat]],
    [{ limit: 1, page: 2 }, [beltM]],
    [{ soldOut: true }, [belts]],
    [{ soldOut: false }, [beltM, coat]],
    [{ hasReorderPoint: true }, [coat]],
    [{ hasReorderPoint: false }, [belts, beltM]],
    [{ search: "50%" }, [coat]],
    [{ search: "b_s" }, [belts]],
    [{ search: "%" }, [coat]],
    [{ location: "shelf" }, []],
  ];
  for (const [query, expected] of table)
    expect([query, await list(query)]).toEqual([query, expected]);
  await staff.inventory.setReorderPoint({ body: { variantId: small, reorderPoint: null } });
  await staff.inventory.setReorderPoint({
    body: { variantId: b.variants[0]?.id ?? "", reorderPoint: 0 },
  });
  expect(await list()).toEqual([belts, beltM]);
});

test("levels are filtered by product, location, time and shortage", async ({ world }) => {
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

test("stock is only accessible to the store's staff", async ({ world }) => {
  const storeId = await seedStore(world);
  const other = await seedStore(world);
  const product = await makeProduct(world, storeId);
  const variantId = product.variants[0]?.id ?? "";
  const otherStaff = await staffClient(world, other, "ADMIN");
  const staff = await staffClient(world, storeId);
  const calls = (client: typeof otherStaff) => [
    () => client.inventory.setLevel({ body: { variantId, onHand: 1 } }),
    () => client.inventory.listLevels({ storeId }),
    () => client.inventory.listLowStock({ storeId }),
    () => client.inventory.listMovements({ storeId }),
    () => client.inventory.setReorderPoint({ body: { variantId, reorderPoint: 1 } }),
    () => client.inventory.setBackorder({ body: { variantId, limit: 1 } }),
    () => client.inventory.createAdjustment({ body: { variantId, quantity: 1, reason: "OTHER" } }),
  ];
  for (const [client, code] of [
    [world.client(), "UNAUTHENTICATED"],
    [otherStaff, "NOT_FOUND"],
  ] as const)
    for (const call of calls(client)) await expect(call()).rejects.toMatchObject({ code });
  await expect(
    staff.inventory.setLevel({ body: { variantId: newId(), onHand: 1 } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(staff.inventory.setLevel({ body: { variantId, onHand: -1 } })).rejects.toMatchObject(
    { code: "VALIDATION_FAILED", details: [{ path: "onHand" }] },
  );
});
