// @module-tag slow

import * as fc from "fast-check";
import { describe, expect } from "vitest";
import type { BulkChange } from "@vetrina/contract/catalogue/bulk-changes";
import { imbalances } from "#tests/invariants.ts";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { notifySubscribers } from "../customers/jobs.ts";
import { publishLowStock } from "../inventory/jobs.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { editor } from "./bulk-edits.fixture.ts";

/** Returns all fields that an edit may change, with times in microseconds. */
async function everything(world: World): Promise<unknown> {
  const { rows } = await world.admin.query(`
    select p.id, p.status, p.published_at::text, p.tags, p.category, p.price_minor, p.regular_price_minor, p.highest_price_minor,
      (select jsonb_agg(to_jsonb(v) - 'updated_at' || jsonb_build_object('levels', (
          select jsonb_object_agg(l.location, l.on_hand) from shop.inventory_levels l where l.variant_id = v.id and l.on_hand <> 0))
        order by v.id) from shop.variants v where v.product_id = p.id) as variants
    from shop.products p order by p.id`);
  return rows;
}

async function shop(world: World) {
  const storeId = await seedStore(world);
  const reduced = { options: { Size: "S" }, price: 30, regularPrice: 45.5, stock: 3 };
  const products = [
    await makeProduct(world, storeId, { tags: ["old", "silk"] }),
    await makeProduct(world, storeId, { category: "tops", variants: [reduced] }),
    await makeProduct(world, storeId, { status: "DRAFT", tags: ["silk"], category: null }),
  ];
  const staff = await staffClient(world, storeId);
  await staff.locations.createLocation({ storeId, body: { code: "shelf", name: "Shelf" } });
  return { storeId, products, staff, ...editor(world, storeId, staff) };
}

const cents = (max: number) => fc.integer({ min: -max, max }).map((n) => n / 100);
const percent = fc.integer({ min: -10_000, max: 9000 }).map((n) => n / 100);
const tags = fc.uniqueArray(fc.constantFrom("old", "silk", "new", "sale"), { maxLength: 3 });
const regularPrice = fc.constantFrom("KEEP", "OLD_PRICE", "NONE", 60);
const where = { location: fc.constantFrom("main", "shelf"), reason: fc.constant("COUNT") };
const rounding = fc.constantFrom(undefined, { ending: 0.99 }, { ending: 0, direction: "UP" });
const changes: fc.Arbitrary<BulkChange> = fc
  .record(
    {
      price: fc.oneof(
        fc.record({ set: fc.constantFrom(0, 19.99, 30), regularPrice }),
        fc.record({ add: cents(5000), regularPrice, rounding }),
        fc.record({ percent, regularPrice, rounding }),
        fc.constant({ endSale: true }),
      ),
      stock: fc.oneof(
        fc.record({ set: fc.nat(20), ...where }),
        fc.record({ add: fc.constantFrom(-4, 4), ...where }),
      ),
      status: fc.record({ to: fc.constantFrom("ACTIVE", "DRAFT", "ARCHIVED") }),
      tags: fc.oneof(fc.record({ replace: tags }), fc.record({ add: tags })),
      category: fc.constantFrom("tops", "dresses", null),
    },
    { requiredKeys: [] },
  )
  .filter((change) => Object.keys(change).length > 0) as fc.Arbitrary<BulkChange>;

test("for any change, the preview changes nothing, the run does what the preview shows, and undo restores everything", async ({
  world,
}) => {
  const { storeId, staff, products, prepare, run, undo, items } = await shop(world);
  const now = await Promise.all(products.map(({ id }) => staff.products.getProduct({ id })));
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const before = await everything(world);
      const { id, state, counts } = await prepare(change);
      expect([state, await everything(world)]).toEqual(["READY", before]);
      const planned = await items(id);
      expect(planned.map(({ position }) => position)).toEqual(planned.map((_, i) => i + 1));
      expect(counts.pending + counts.skipped).toBe(planned.length);
      fc.pre(counts.pending > 0);
      expect(await run(id)).toMatchObject({
        state: "DONE",
        counts: { pending: 0, done: counts.pending, skipped: counts.skipped, failed: 0 },
        progress: { state: "DONE", done: counts.pending, total: counts.pending },
      });
      const present = await Promise.all(
        products.map((one) => staff.products.getProduct({ id: one.id })),
      );
      const levels = await staff.inventory.listLevels({ storeId, limit: 100 });
      const ran = await items(id);
      // Ignores publishedAt, because a preview can't know when a product will first be published.
      const plain = (all: typeof ran) =>
        all.map(({ after }) => after && Object.assign({}, after, { publishedAt: null }));
      expect(plain(ran)).toEqual(plain(planned));
      for (const { productId, variantId, before, after } of ran) {
        const product = present.find((one) => one.id === productId);
        const variant = product?.variants.find((one) => one.id === variantId);
        const { location } = before;
        const onHand = levels.items
          .filter((one) => one.variantId === variantId && one.location === location)
          .reduce((sum, one) => sum + one.onHand, 0);
        expect({ ...product, ...variant, location, onHand }).toMatchObject(after ?? before);
      }
      expect(await undo(id)).toMatchObject({
        state: "UNDONE",
        counts: { done: 0, undone: counts.pending, undoFailed: 0 },
        progress: { state: "DONE", done: counts.pending, total: counts.pending },
      });
      expect(await everything(world)).toEqual(before);
    }),
    { numRuns: 6 },
  );
  expect(await imbalances(world)).toEqual([]);
  const later = await Promise.all(products.map(({ id }) => staff.products.getProduct({ id })));
  expect(later.map(({ version }, i) => version > (now[i]?.version ?? 0))).not.toContain(false);
});

describe("concurrent changes are kept", () => {
  test("between preview and run, and between run and undo", async ({ world }) => {
    const { storeId, products, staff, prepare, run, undo, items } = await shop(world);
    const [dress, top, draft] = products;
    const [small, medium] = dress?.variants.map((one) => one.id) ?? [];
    const cheap = top?.variants[0]?.id ?? "";
    const change = {
      price: { percent: -10 },
      stock: { add: -3, reason: "LOST" as const },
      tags: { add: ["sale"] },
    };
    const { id, reasons } = await prepare(change);
    expect(reasons).toEqual({});
    await staff.products.updateVariant({ id: small ?? "", body: { price: 41 } });
    await staff.products.updateProduct({ id: dress?.id ?? "", body: { tags: ["mine"] } });
    await staff.products.deleteProduct({ id: draft?.id ?? "" });
    await world.admin.query(
      "update shop.inventory_levels set reserved = 1 where variant_id = $1 and location = 'main'",
      [cheap],
    );
    const ran = await run(id);
    // DELETED counts the deleted product's items: its tags, and the price and stock of two variants.
    expect(ran.reasons).toEqual({ CHANGED_SINCE: 2, DELETED: 5, HELD: 1 });
    const failed = (await items(id)).filter(({ state }) => state === "FAILED");
    expect(failed).toHaveLength(ran.counts.failed);
    expect(
      failed.find(({ variantId, field }) => variantId === small && field === "PRICE"),
    ).toMatchObject({ before: { price: 40 }, after: { price: 36 }, reason: "CHANGED_SINCE" });
    const present = await staff.products.getProduct({ id: dress?.id ?? "" });
    expect(present.tags).toEqual(["mine"]);
    const priceOf = async (variant: string | undefined) =>
      (await staff.products.getProduct({ id: dress?.id ?? "" })).variants.find(
        (one) => one.id === variant,
      )?.price;
    expect([await priceOf(small), await priceOf(medium)]).toEqual([41, 36]);

    await staff.inventory.createAdjustment({
      body: { variantId: small ?? "", quantity: 10, reason: "RECEIVED" },
    });
    await staff.products.updateVariant({ id: medium ?? "", body: { price: 37 } });
    const undone = await undo(id);
    expect(undone.counts).toMatchObject({ done: 0, undoFailed: 2 });
    expect([await priceOf(small), await priceOf(medium)]).toEqual([41, 37]);
    const levels = await staff.inventory.listLevels({ storeId, entityId: dress?.id ?? "" });
    expect(levels.items.map((one) => one.onHand).sort((a, b) => a - b)).toEqual([10, 17]);
    await world.admin.query("update shop.inventory_levels set reserved = 0");
    expect(await imbalances(world)).toEqual([]);
  });

  test("publishing, retagging and archiving publish an event and update price history and lists", async ({
    world,
  }) => {
    const { storeId, products, staff, prepare, run, items } = await shop(world);
    const [, , draft] = products;
    const admin = queryable(world.admin);
    await admin.run(sql`delete from shop.jobs where kind = 'catalogue.changed'`);
    const { id } = await prepare({ status: { to: "ACTIVE" }, price: { set: 20 } });
    expect(await admin.rows(sql`select from shop.jobs`)).toEqual([]);
    await run(id);
    const events = await admin.rows<{ payload: { tags: string[] } }>(
      sql`select payload from shop.jobs where kind = 'catalogue.changed'`,
    );
    const tags = [...products.map((one) => `product:${one.id}`).sort(), "lists"];
    expect(events).toEqual([{ payload: { tags } }]);
    const shown = await world.client().products.listProducts({ linkStoreId: storeId });
    expect(shown.items.map(({ price }) => price)).toEqual([20, 20, 20]);
    const [first] = draft?.variants ?? [];
    const history = await admin.rows(sql`
      select price_minor from shop.price_changes where variant_id = ${first?.id} order by started_at`);
    expect(history).toEqual([{ price_minor: 4000 }, { price_minor: 2000 }]);
    const after = await staff.products.getProduct({ id: draft?.id ?? "" });
    expect(after.version).toBe((draft?.version ?? 0) + 1);
    const published = (await items(id)).find(({ productId }) => productId === draft?.id);
    expect(published).toMatchObject({
      field: "STATUS",
      after: { publishedAt: after.publishedAt },
    });
  });
});

test("a bulk edit of stock causes low-stock and back-in-stock emails", async ({ world }) => {
  const { storeId, products, staff, prepare, run, items } = await shop(world);
  const variantId = products[1]?.variants[0]?.id ?? "";
  const admin = queryable(world.admin);
  const set = async (onHand: number) => {
    const stock = { set: onHand, reason: "COUNT" as const };
    const { id } = await prepare({ stock }, { variants: [variantId] });
    await run(id);
    return id;
  };
  await staff.inventory.setReorderPoint({ body: { variantId, reorderPoint: 2 } });
  const id = await set(0);
  await publishLowStock(world.services);
  expect(
    await admin.rows(
      sql`select payload -> 'levels' as levels from shop.jobs where kind = 'stock.low'`,
    ),
  ).toEqual([{ levels: [{ variantId, location: "main" }] }]);
  const [movement] = (await staff.inventory.listMovements({ storeId, variantId })).items;
  expect(movement).toMatchObject({ onHandDelta: -3, reason: "COUNT", referenceId: id });
  await world.client().customers.subscribe({
    storeId,
    body: { email: "ada@example.com", source: "back-in-stock", variantId },
  });
  await admin.run(sql`update shop.subscriptions set confirmed_at = now()`);
  expect(await notifySubscribers(world.services)).toBe(0);
  await set(4);
  expect(await notifySubscribers(world.services)).toBe(1);
  expect((await items(id)).map(({ before, after }) => [before.onHand, after?.onHand])).toEqual([
    [3, 0],
  ]);
});

test("the audit log says who created, ran and undid an edit, and edits are found by their products", async ({
  world,
}) => {
  const { storeId, products, staff, prepare, run, undo } = await shop(world);
  const [dress, top] = products;
  const selection = { products: [dress?.id ?? "", newId()] };
  const { id, productCount, createdBy } = await prepare({ category: "coats" }, selection);
  expect([productCount, createdBy.kind]).toEqual([1, "user"]);
  await run(id);
  await undo(id);
  const owner = await staffClient(world, storeId, "ADMIN");
  const entries = await owner.logging.listAuditEntries({ storeId, entityId: id });
  expect(
    entries.items.map(({ action, actor, before, after }) => [action, actor.id, before, after]),
  ).toMatchObject([
    ["UPDATE", createdBy.id, { state: "DONE" }, { state: "UNDOING", counts: { DONE: 1 } }],
    ["UPDATE", createdBy.id, { state: "READY" }, { state: "RUNNING", counts: { PENDING: 1 } }],
    ["CREATE", createdBy.id, null, { change: { category: "coats" }, products: 1 }],
  ]);
  const of = async (productId: string | undefined, state?: "UNDONE" | "READY") =>
    (await staff.bulkEdits.listBulkEdits({ storeId, productId, state })).items.map((one) => one.id);
  expect(await of(dress?.id)).toEqual([id]);
  expect(await of(dress?.id, "READY")).toEqual([]);
  expect(await of(top?.id)).toEqual([]);
  const list = await staff.bulkEdits.listBulkEdits({ storeId });
  expect(list).toMatchObject({ total: 1, items: [{ id, state: "UNDONE" }] });
});
