import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { audited } from "../roles/roles.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { expireOrders } from "../orders/jobs.ts";

/**
 * Creates a shop with one variant that has `main` units at main. `elsewhere` adds locations with these units, in this
 * order.
 */
async function shop(world: World, main: number, elsewhere: Record<string, number> = {}) {
  const storeId = await seedStore(world);
  const { productId, variantIds } = await seedProduct(world, storeId, { stock: main });
  const [variantId = ""] = variantIds;
  const staff = await staffClient(world, storeId);
  for (const [code, onHand] of Object.entries(elsewhere)) {
    await staff.locations.createLocation({ storeId, body: { code, name: code } });
    await staff.inventory.setLevel({ body: { variantId, location: code, onHand } });
  }
  const buy = (quantity = 1) =>
    world.client().orders.createOrder({
      storeId,
      body: { items: [{ variantId, quantity }], email: "ada@example.com" },
    });
  return {
    storeId,
    variantId,
    productId,
    staff,
    buy,
    stock: async () =>
      (await world.client().products.getProduct({ id: productId })).variants[0]?.stock,
    /** [on hand, reserved] of each location. */
    levels: async () => {
      const { items } = await staff.inventory.listLevels({ storeId, entityId: variantId });
      return Object.fromEntries(
        items.map(({ location, onHand, reserved }) => [location, [onHand, reserved]]),
      );
    },
  };
}

async function expireAll(world: World): Promise<void> {
  await world.admin.query("update shop.orders set expires_at = now() - interval '1 minute'");
  await expireOrders(world.services);
}

describe("a store's locations", () => {
  test("start with main; others are created, changed and deleted, each audited", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { locations } = await staffClient(world, storeId);
    const first = await locations.listLocations({ storeId });
    expect(first).toMatchObject({
      total: 1,
      items: [{ code: "main", name: "Main", position: 0, isActive: true, version: 1 }],
    });
    const shelf = await locations.createLocation({
      storeId,
      body: { code: "shelf", name: " Shelf " },
    });
    expect(shelf).toMatchObject({ storeId, name: "Shelf", position: 1, isActive: true });
    const renamed = await locations.updateLocation({ id: shelf.id, body: { name: "Window" } });
    expect(renamed).toMatchObject({ name: "Window", position: 1, version: 2 });
    const stale = { headers: { "if-match": '"1"' } };
    await expect(
      locations.updateLocation({ id: shelf.id, body: { name: "X" } }, stale),
    ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { name: "Window", version: 2 } });
    await locations.deleteLocation({ id: shelf.id });
    expect(await locations.listLocations({ storeId })).toMatchObject({ total: 1 });
    await expect(
      locations.createLocation({ storeId, body: { code: "shelf", name: "Again" } }),
    ).rejects.toMatchObject({ code: "ALREADY_EXISTS", details: { field: "code" } });
    expect((await audited(world, shelf.id)).map(({ action }) => action)).toEqual([
      "CREATE",
      "UPDATE",
      "DELETE",
    ]);
  });

  test("main can't be closed or deleted, and a location with units can't be deleted", async ({
    world,
  }) => {
    const { storeId, staff, variantId } = await shop(world, 1, { shelf: 2 });
    const { items } = await staff.locations.listLocations({ storeId });
    const idOf = (code: string) => items.find((one) => one.code === code)?.id ?? "";
    const refused = { code: "INVALID_TRANSITION" };
    for (const call of [
      () => staff.locations.updateLocation({ id: idOf("main"), body: { isActive: false } }),
      () => staff.locations.deleteLocation({ id: idOf("main") }),
      () => staff.locations.deleteLocation({ id: idOf("shelf") }),
    ])
      await expect(call()).rejects.toMatchObject(refused);
    const product = await world.client().products.listProducts({ linkStoreId: storeId });
    const id = product.items[0]?.id ?? "";
    await staff.products.deleteProduct({ id });
    await expect(staff.locations.deleteLocation({ id: idOf("shelf") })).rejects.toMatchObject({
      details: { variants: 1, ofDeletedProducts: 1 },
    });
    await staff.products.restoreProduct({ id });
    await staff.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 0 } });
    await staff.locations.deleteLocation({ id: idOf("shelf") });
    await expect(
      staff.inventory.setLevel({ body: { variantId, location: "shelf", onHand: 1 } }),
    ).rejects.toMatchObject({ code: "NOT_FOUND", message: "There is no such location." });
    expect(await imbalances(world)).toEqual([]);
  });

  test("are at most fifty and have unique codes, even if created concurrently", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const { locations } = await staffClient(world, storeId);
    await world.admin.query(
      `insert into shop.locations (store_id, id, code, name) select $1, gen_random_uuid(), 'l' || n, 'L' from generate_series(1, 48) n`,
      [storeId],
    );
    const make = (code: string) => locations.createLocation({ storeId, body: { code, name: "L" } });
    const ends = await Promise.allSettled([make("a"), make("a"), make("b"), make("c")]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await locations.listLocations({ storeId })).toMatchObject({ total: 50 });
  });
});

describe("what shoppers see and buy", () => {
  test("is the sum over the active locations", async ({ world }) => {
    const { storeId, staff, stock, buy } = await shop(world, 1, { shelf: 2, window: 4 });
    expect(await stock()).toBe(7);
    const { items } = await staff.locations.listLocations({ storeId });
    const id = items.find(({ code }) => code === "window")?.id ?? "";
    await staff.locations.updateLocation({ id, body: { isActive: false } });
    expect(await stock()).toBe(3);
    await expect(buy(4)).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: { items: [{ requested: 4, available: 3 }] },
    });
    await staff.locations.updateLocation({ id, body: { isActive: true } });
    await buy(7);
    expect(await stock()).toBe(0);
    expect(await imbalances(world)).toEqual([]);
  });

  test.for([
    // [units at main, a, b], quantity, [held at main, a, b]. Uses the first location that has all units, or else takes
    // units from several, in order.
    [[5, 5, 5], 3, [3, 0, 0]],
    [[2, 5, 9], 3, [0, 3, 0]],
    [[2, 1, 9], 4, [0, 0, 4]],
    [[2, 1, 2], 4, [2, 1, 1]],
    [[0, 3, 3], 6, [0, 3, 3]],
  ] as const)(
    "stock of %j covers %i units as %j",
    async ([[main, a, b], quantity, held], { world }) => {
      const { buy, levels } = await shop(world, main, { a, b });
      await buy(quantity);
      expect(await levels()).toEqual({ main: [main, held[0]], a: [a, held[1]], b: [b, held[2]] });
      expect(await imbalances(world)).toEqual([]);
      await expireAll(world);
      expect(await levels()).toEqual({ main: [main, 0], a: [a, 0], b: [b, 0] });
      expect(await imbalances(world)).toEqual([]);
    },
  );

  test("is held at locations in the store's order, and existing holds stay when that order changes", async ({
    world,
  }) => {
    const { storeId, staff, buy, levels } = await shop(world, 3, { shelf: 3 });
    await buy(1);
    const { items } = await staff.locations.listLocations({ storeId });
    const idOf = (code: string) => items.find((one) => one.code === code)?.id ?? "";
    await staff.locations.updateLocation({ id: idOf("main"), body: { position: 5 } });
    await buy(1);
    expect(await levels()).toEqual({ main: [3, 1], shelf: [3, 1] });
    await expireAll(world);
    expect(await levels()).toEqual({ main: [3, 0], shelf: [3, 0] });
    expect(await imbalances(world)).toEqual([]);
  });

  test("400 buyers of ten units at three locations get ten orders", async ({ world }) => {
    const { buy } = await shop(world, 3, { a: 3, b: 4 });
    // Disables the timeout, because callers may wait longer for a connection on a busy machine.
    world.services.database.app.options.connectionTimeoutMillis = 0;
    const ends = await Promise.allSettled(Array.from({ length: 400 }, () => buy()));
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    const codes = ends.flatMap((end) =>
      end.status === "rejected" ? [(end.reason as { code: string }).code] : [],
    );
    expect(new Set(codes)).toEqual(new Set(["OUT_OF_STOCK"]));
    expect(await imbalances(world)).toEqual([]);
  });

  test("concurrent orders, adjustments and location changes keep the ledger consistent", async ({
    world,
  }) => {
    const { storeId, staff, variantId, buy } = await shop(world, 20, { a: 20 });
    const { items } = await staff.locations.listLocations({ storeId });
    const id = items.find(({ code }) => code === "a")?.id ?? "";
    const adjust = (location: string, quantity: number) =>
      staff.inventory.createAdjustment({
        body: { variantId, location, quantity, reason: "CORRECTION" },
      });
    const ends = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) => {
        if (i % 10 === 0)
          return staff.locations.updateLocation({ id, body: { isActive: i % 20 === 0 } });
        if (i % 3 === 0) return buy(2);
        return i % 3 === 1 ? adjust("main", -1) : adjust("a", 1);
      }),
    );
    const codes = ends.flatMap((end) =>
      end.status === "rejected" ? [(end.reason as { code: string }).code] : [],
    );
    expect(codes.filter((code) => code !== "OUT_OF_STOCK")).toEqual([]);
    expect(await imbalances(world)).toEqual([]);
  });
});

test("changing the order of locations changes no product's stock, and counts the rows it writes", async ({
  world,
}) => {
  const { storeId, staff } = await shop(world, 1, { shelf: 4, back: 0 });
  const changes = async () =>
    (
      await world.admin.query("select from shop.stock_status_changes where store_id = $1", [
        storeId,
      ])
    ).rowCount;
  const before = await changes();
  const { items } = await staff.locations.listLocations({ storeId });
  for (const { id, code, position } of items)
    if (code !== "main")
      await staff.locations.updateLocation({ id, body: { position: position + 5 } });
  expect(await changes()).toBe(before);
  const close = (code: string) =>
    staff.locations.updateLocation({
      id: items.find((one) => one.code === code)?.id ?? "",
      body: { isActive: false },
    });
  await close("back");
  expect(await changes()).toBe(before);
  await close("shelf");
  expect(await changes()).toBe((before ?? 0) + 1);
});

test("locations are only accessible to the store's staff", async ({ world }) => {
  const [storeId, other] = [await seedStore(world), await seedStore(world)];
  const owner = await staffClient(world, storeId);
  const otherStaff = await staffClient(world, other);
  const { variantIds } = await seedProduct(world, other);
  const { id } = await owner.locations.createLocation({
    storeId,
    body: { code: "ours", name: "O" },
  });
  const missing = { code: "NOT_FOUND" };
  for (const call of [
    () => otherStaff.locations.listLocations({ storeId }),
    () => otherStaff.locations.updateLocation({ id, body: { name: "X" } }),
    () => otherStaff.locations.deleteLocation({ id }),
    () => owner.locations.deleteLocation({ id: newId() }),
    () =>
      otherStaff.inventory.setLevel({
        body: { variantId: variantIds[0] ?? "", location: "ours", onHand: 1 },
      }),
  ])
    await expect(call()).rejects.toMatchObject(missing);
});
