import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { staffClient } from "../products/catalogue.fixture.ts";

const fieldError = (path: string) => ({ code: "VALIDATION_FAILED", details: [{ path }] });
const key = (idempotencyKey: string) => ({ idempotencyKey });

test("held units, other stores' variants and locations, and invalid numbers are rejected and change nothing", async ({
  world,
}) => {
  const [storeId, elsewhere] = [await seedStore(world), await seedStore(world)];
  const { variantIds } = await seedProduct(world, storeId, { stock: 10 });
  const { variantIds: theirs } = await seedProduct(world, elsewhere, { stock: 10 });
  const [variantId = "", foreign = ""] = [...variantIds, ...theirs];
  const staff = await staffClient(world, storeId);
  const { inventory, locations, stockCounts, transfers } = staff;
  await locations.createLocation({ storeId, body: { code: "shelf", name: "Shelf" } });
  await world.client().orders.createOrder({
    storeId,
    body: { items: [{ variantId, quantity: 4 }] },
  });
  const send = (quantity: number, over: { to?: string; variantId?: string } = {}) =>
    transfers.createTransfer({
      storeId,
      body: {
        from: "main",
        to: over.to ?? "shelf",
        lines: [{ variantId: over.variantId ?? variantId, quantity }],
      },
    });
  const count = (counted: number, over: { variantId?: string; location?: string } = {}) =>
    stockCounts.createCount({
      storeId,
      body: {
        ...(over.location === undefined ? {} : { location: over.location }),
        lines: [{ variantId: over.variantId ?? variantId, counted }],
      },
    });
  const point = (reorderPoint: number, location?: string) =>
    inventory.setReorderPoint({
      body: { variantId, reorderPoint, ...(location === undefined ? {} : { location }) },
    });
  const place = (body: { code: string; name: string; position?: number }) =>
    locations.createLocation({ storeId, body });
  const { id } = await send(2);
  const receive = (quantity: number, of = variantId) =>
    transfers.receiveTransfer({ id, body: { lines: [{ variantId: of, quantity }] } });
  const [held, missing] = [{ code: "OUT_OF_STOCK" }, { code: "NOT_FOUND" }];

  const table: [() => Promise<unknown>, object][] = [
    [() => send(5), { ...held, details: { items: [{ requested: 5, available: 4 }] } }],
    [() => send(1, { to: "main" }), fieldError("to")],
    [() => send(0), fieldError("lines.0.quantity")],
    [() => send(1, { to: "attic" }), missing],
    [() => send(1, { variantId: foreign }), missing],
    [() => receive(3), fieldError("lines.0.quantity")],
    [() => receive(1, newId()), fieldError("lines.0.quantity")],
    [() => count(3), held],
    [() => count(-1), fieldError("lines.0.counted")],
    [() => count(1, { variantId: foreign }), missing],
    [() => count(1, { location: "attic" }), missing],
    [() => point(-1), fieldError("reorderPoint")],
    [() => point(1, "attic"), missing],
    [() => place({ code: "Attic", name: "Attic" }), fieldError("code")],
    [() => place({ code: "attic", name: "Attic", position: -1 }), fieldError("position")],
    [() => place({ code: "shelf", name: "Shelf" }), { code: "ALREADY_EXISTS" }],
  ];
  for (const [at, [call, refused]] of table.entries())
    await expect(
      call().then(() => at),
      `case ${at}`,
    ).rejects.toMatchObject(refused);
  const { items } = await inventory.listLevels({ storeId });
  expect(items.map(({ location, onHand, incoming }) => [location, onHand, incoming])).toEqual([
    ["main", 8, 0],
    ["shelf", 0, 2],
  ]);
  expect(await imbalances(world)).toEqual([]);
});

test("a request sent twice with one idempotency key changes stock once", async ({ world }) => {
  const storeId = await seedStore(world);
  const { variantIds } = await seedProduct(world, storeId, { stock: 10 });
  const [variantId = ""] = variantIds;
  const { inventory, locations, transfers } = await staffClient(world, storeId);
  await locations.createLocation({ storeId, body: { code: "shelf", name: "Shelf" } });
  const adjust = (quantity: number) =>
    inventory.createAdjustment({ body: { variantId, quantity, reason: "RECEIVED" } }, key("a"));
  expect(await Promise.all([adjust(3), adjust(3)])).toMatchObject([{ onHand: 13 }, { onHand: 13 }]);
  await expect(adjust(4)).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  const lines = [{ variantId, quantity: 6 }];
  const send = () =>
    transfers.createTransfer({ storeId, body: { from: "main", to: "shelf", lines } }, key("b"));
  const [sent, again] = await Promise.all([send(), send()]);
  expect(again).toEqual(sent);
  const receive = () =>
    transfers.receiveTransfer(
      { id: sent.id, body: { lines: [{ variantId, quantity: 2 }] } },
      key("c"),
    );
  await Promise.all([receive(), receive()]);
  const { items } = await inventory.listLevels({ storeId });
  expect(items.map(({ onHand, incoming }) => [onHand, incoming])).toEqual([
    [7, 0],
    [2, 4],
  ]);
  expect(await imbalances(world)).toEqual([]);
});
