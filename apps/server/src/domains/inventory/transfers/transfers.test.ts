import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { planRows } from "#tests/plan-rows.ts";
import { record } from "#tests/recorded.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../../platform/id.ts";
import { audited } from "../../roles/roles.fixture.ts";
import { staffClient } from "../../products/catalogue.fixture.ts";
import { unitsLeft } from "./receive-transfer.ts";

/** Creates a shop with ten units of two variants at main, and an empty location "shelf". */
async function shop(world: World) {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { sizes: ["S", "M"] });
  const [small = "", medium = ""] = variantIds;
  const staff = await staffClient(world, storeId);
  await staff.locations.createLocation({ storeId, body: { code: "shelf", name: "Shelf" } });
  return {
    storeId,
    small,
    medium,
    staff,
    send: (lines: { variantId: string; quantity: number }[], from = "main", to = "shelf") =>
      staff.transfers.createTransfer({ storeId, body: { from, to, lines } }),
    buy: (variantId: string, quantity = 1) =>
      world.client().orders.createOrder({ storeId, body: { items: [{ variantId, quantity }] } }),
    /** [on hand, incoming] at each location. */
    levels: async (variantId: string) => {
      const { items } = await staff.inventory.listLevels({ storeId, entityId: variantId });
      return Object.fromEntries(
        items.map(({ location, onHand, incoming }) => [location, [onHand, incoming]]),
      );
    },
  };
}

function oneOfEach(...variantIds: string[]) {
  return variantIds.map((variantId) => ({ variantId, quantity: 1 }));
}

describe("a transfer", () => {
  test("leaves one location, is incoming at the other and arrives in parts, with ledger entries", async ({
    world,
  }) => {
    const { storeId, small, medium, staff, send, levels } = await shop(world);
    const sent = await send([
      { variantId: small, quantity: 4 },
      { variantId: medium, quantity: 2 },
    ]);
    expect(sent).toMatchObject({ state: "IN_TRANSIT", quantity: 6, received: 0, version: 1 });
    expect(await levels(small)).toEqual({ main: [6, 0], shelf: [0, 4] });
    const { id } = sent;
    const receive = (quantity: number) =>
      staff.transfers.receiveTransfer({ id, body: { lines: [{ variantId: small, quantity }] } });
    expect(await receive(3)).toMatchObject({ state: "IN_TRANSIT", received: 3, version: 2 });
    expect(await levels(small)).toEqual({ main: [6, 0], shelf: [3, 1] });
    await expect(receive(2)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "lines.0.quantity" }],
    });
    expect(await imbalances(world)).toEqual([]);
    expect(await staff.transfers.receiveTransfer({ id, body: {} })).toMatchObject({
      state: "RECEIVED",
      received: 6,
      lines: [
        { variantName: "S", quantity: 4, received: 4 },
        { variantName: "M", quantity: 2, received: 2 },
      ],
    });
    for (const call of [
      () => staff.transfers.receiveTransfer({ id, body: {} }),
      () => staff.transfers.cancelTransfer({ id }),
    ])
      await expect(call()).rejects.toMatchObject({
        code: "INVALID_TRANSITION",
        details: { state: "RECEIVED" },
      });
    const { items } = await staff.inventory.listMovements({
      storeId,
      variantId: small,
      kind: "TRANSFER",
    });
    expect(
      items.map((one) => [
        one.location,
        one.onHandDelta,
        one.incomingDelta,
        one.referenceId === id,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["main", -4, 0, true],
        ["shelf", 0, 4, true],
        ["shelf", 3, -3, true],
        ["shelf", 1, -1, true],
      ]),
    );
    expect((await audited(world, id)).map(({ action }) => action)).toEqual([
      "CREATE",
      "UPDATE",
      "UPDATE",
    ]);
    expect(await imbalances(world)).toEqual([]);
  });

  test("that is canceled returns what has not arrived, even for a variant that has since been deleted", async ({
    world,
  }) => {
    const { small, staff, send, levels } = await shop(world);
    const { id } = await send([{ variantId: small, quantity: 5 }]);
    const body = { lines: [{ variantId: small, quantity: 2 }] };
    await staff.transfers.receiveTransfer({ id, body });
    await world.admin.query("update shop.variants set deleted_at = now() where id = $1", [small]);
    expect(await staff.transfers.cancelTransfer({ id })).toMatchObject({
      state: "CANCELLED",
      quantity: 5,
      received: 2,
    });
    await world.admin.query("update shop.variants set deleted_at = null where id = $1", [small]);
    expect(await levels(small)).toEqual({ main: [8, 0], shelf: [2, 0] });
    expect(await imbalances(world)).toEqual([]);
  });

  test("can't send units that are held, missing or from another store", async ({ world }) => {
    const { storeId, small, medium, staff, send, buy } = await shop(world);
    await buy(small, 8);
    await expect(
      send([
        { variantId: small, quantity: 3 },
        { variantId: medium, quantity: 10 },
      ]),
    ).rejects.toMatchObject({
      code: "OUT_OF_STOCK",
      details: { items: [{ variantId: small, requested: 3, available: 2 }] },
    });
    const foreign = await seedProduct(world, await seedStore(world));
    for (const [line, from, to, code] of [
      [{ variantId: foreign.variantIds[0] ?? "", quantity: 1 }, "main", "shelf", "NOT_FOUND"],
      [{ variantId: newId(), quantity: 1 }, "main", "shelf", "NOT_FOUND"],
      [{ variantId: small, quantity: 1 }, "main", "nowhere", "NOT_FOUND"],
      [{ variantId: small, quantity: 1 }, "main", "main", "VALIDATION_FAILED"],
      [{ variantId: small, quantity: 0 }, "main", "shelf", "VALIDATION_FAILED"],
    ] as const)
      await expect(send([line], from, to)).rejects.toMatchObject({ code });
    const twice = [
      { variantId: small, quantity: 1 },
      { variantId: small.toUpperCase(), quantity: 1 },
    ];
    await expect(send(twice)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    expect(await staff.transfers.listTransfers({ storeId })).toMatchObject({ total: 0 });
    expect(await imbalances(world)).toEqual([]);
  });

  test("never raises a level above the maximum, on arrival, return or count", async ({ world }) => {
    const { storeId, small, staff, send, levels } = await shop(world);
    const { id } = await send([{ variantId: small, quantity: 4 }]);
    const set = (location: string, onHand: number) =>
      staff.inventory.setLevel({ body: { variantId: small, location, onHand } });
    await set("shelf", 999_999);
    await set("main", 1_000_000);
    const full = { code: "LIMIT_REACHED", details: { items: [{ variantId: small }] } };
    await expect(staff.transfers.receiveTransfer({ id, body: {} })).rejects.toMatchObject(full);
    await expect(staff.transfers.cancelTransfer({ id })).rejects.toMatchObject(full);
    expect(await levels(small)).toEqual({ main: [1_000_000, 0], shelf: [999_999, 4] });
    const one = { lines: [{ variantId: small, quantity: 1 }] };
    expect(await staff.transfers.receiveTransfer({ id, body: one })).toMatchObject({ received: 1 });
    await set("shelf", 0);
    const countedAt = new Date().toISOString();
    await staff.transfers.receiveTransfer({ id, body: {} });
    const counted = [{ variantId: small, counted: 1_000_000 }];
    await expect(
      staff.stockCounts.createCount({
        storeId,
        body: { location: "shelf", countedAt, lines: counted },
      }),
    ).rejects.toMatchObject(full);
    expect(await levels(small)).toEqual({ main: [1_000_000, 0], shelf: [3, 0] });
    expect(await imbalances(world)).toEqual([]);
  });

  test("is received only once under concurrency, and rejects an outdated version", async ({
    world,
  }) => {
    const { small, staff, send, levels } = await shop(world);
    const { id } = await send([{ variantId: small, quantity: 5 }]);
    const stale = { headers: { "if-match": '"7"' } };
    await expect(staff.transfers.cancelTransfer({ id }, stale)).rejects.toMatchObject({
      code: "EDIT_CONFLICT",
      details: { version: 1, lines: [{ quantity: 5 }] },
    });
    const ends = await Promise.allSettled([
      staff.transfers.receiveTransfer({ id, body: {} }),
      staff.transfers.receiveTransfer({ id, body: {} }),
      staff.transfers.cancelTransfer({ id }),
    ]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const after = await levels(small);
    expect([
      { main: [5, 0], shelf: [5, 0] },
      { main: [10, 0], shelf: [0, 0] },
    ]).toContainEqual(after);
    expect(await imbalances(world)).toEqual([]);
  });

  test("loses no unit, sells none twice and doesn't deadlock with concurrent orders", async ({
    world,
  }) => {
    const { small, medium, staff, send, buy, levels } = await shop(world);
    const ends = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, i) => {
        if (i % 3 === 0) return buy(i % 2 === 0 ? small : medium);
        const lines = i % 2 === 0 ? oneOfEach(small, medium) : oneOfEach(medium, small);
        const { id } = await send(
          lines,
          ...(i % 3 === 1 ? (["main", "shelf"] as const) : (["shelf", "main"] as const)),
        );
        return staff.transfers.receiveTransfer({ id, body: {} });
      }),
    );
    const codes = ends.flatMap((end) =>
      end.status === "rejected" ? [(end.reason as { code: string }).code] : [],
    );
    expect(codes.filter((code) => code !== "OUT_OF_STOCK")).toEqual([]);
    for (const variantId of [small, medium]) {
      const { main = [], shelf = [] } = await levels(variantId);
      expect((main[0] ?? 0) + (shelf[0] ?? 0)).toBe(10);
    }
    expect(await imbalances(world)).toEqual([]);
  });
});

test("transfers are listed newest first by state and location, for the store's staff only", async ({
  world,
}) => {
  const { storeId, small, staff, send } = await shop(world);
  const first = await send([{ variantId: small, quantity: 1 }]);
  await staff.transfers.receiveTransfer({ id: first.id, body: {} });
  const second = await send([{ variantId: small, quantity: 2 }]);
  const ids = async (query: object) =>
    (await staff.transfers.listTransfers({ storeId, ...query })).items.map(({ id }) => id);
  expect(await ids({})).toEqual([second.id, first.id]);
  expect(await ids({ state: "RECEIVED" })).toEqual([first.id]);
  expect(await ids({ location: "shelf", limit: 1, page: 2 })).toEqual([first.id]);
  expect(await ids({ location: "attic" })).toEqual([]);
  await world.admin.query(
    `with t as (
       insert into shop.stock_transfers (store_id, id, from_location, to_location, state)
       select store_id, gen_random_uuid(), from_location, to_location, 'CANCELLED' from shop.stock_transfers, generate_series(1, 200)
       where id = $1 returning store_id, id
     )
     insert into shop.stock_transfer_lines (store_id, transfer_id, variant_id, quantity) select store_id, id, $2, 1 from t`,
    [second.id, small],
  );
  const listing = await record(() => ids({ state: "CANCELLED", page: 200, limit: 1 }));
  const summing = listing.filter(({ text }) => text.includes("stock_transfer_lines"));
  expect(summing).toHaveLength(1);
  expect(await planRows(world, summing)).toBeLessThan(1000);
  const otherStaff = await staffClient(world, await seedStore(world));
  const { id } = second;
  for (const call of [
    () => otherStaff.transfers.listTransfers({ storeId }),
    () => otherStaff.transfers.getTransfer({ id }),
    () => otherStaff.transfers.receiveTransfer({ id, body: {} }),
    () => otherStaff.transfers.cancelTransfer({ id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("receiving a transfer reads each of its lines once", () => {
  let reads = 0;
  const coming = Array.from({ length: 500 }, (_, i) => ({
    get variantId() {
      reads += 1;
      return `v${i}`;
    },
    quantity: 3,
  }));
  const lines = Array.from({ length: 500 }, (_, i) => ({ variantId: `v${i}`, quantity: 2 }));
  expect(unitsLeft(lines, coming)).toEqual(lines.map(() => 1));
  expect(unitsLeft([{ variantId: "other", quantity: 2 }], coming)).toEqual([-2]);
  expect(reads).toBe(1000);
});
