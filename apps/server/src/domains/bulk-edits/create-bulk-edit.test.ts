import { expect } from "vitest";
import type {
  BulkChange,
  BulkSelection,
  ProductFilter,
} from "@vetrina/contract/catalogue/bulk-changes";
import { planRows } from "#tests/plan-rows.ts";
import { record } from "#tests/recorded.ts";
import { seedStore } from "#tests/seed.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { requireRowsLeft } from "../../platform/database/owner-rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { makeProduct, staffClient } from "../products/catalogue.fixture.ts";
import { chooseProducts } from "./choose-products.ts";
import { editor, work } from "./bulk-edits.fixture.ts";

/** Returns the input for a product that costs 40.00 in these sizes. */
function sizes(...names: string[]) {
  return {
    options: [{ name: "Size", values: names.map((value) => ({ value })) }],
    variants: names.map((Size) => ({ options: { Size }, price: 40 })),
  };
}

/** Returns the validation error that is expected for a field. */
function fieldError(path: string) {
  return { code: "VALIDATION_FAILED", details: [{ path }] };
}

async function shop(world: World) {
  const storeId = await seedStore(world);
  const make = (finished: Parameters<typeof makeProduct>[2]) =>
    makeProduct(world, storeId, finished);
  const products = {
    dress: await make({ name: "Silk dress", tags: ["silk"] }),
    coat: await make({
      name: "Wool coat",
      category: "outerwear",
      department: "men",
      ...sizes("L"),
    }),
    top: await make({
      name: "Silk top",
      category: "tops",
      variants: [{ options: { Size: "M" }, price: 80, regularPrice: 100 }],
    }),
    draft: await make({ name: "Wool skirt", status: "DRAFT", tags: ["silk", "new"] }),
  };
  const staff = await staffClient(world, storeId);
  await staff.collections.createCollection({
    storeId,
    body: { name: "Chosen", products: [products.dress.id, products.coat.id] },
  });
  const ask = (selection: BulkSelection, change: BulkChange = { category: "all" }) =>
    staff.bulkEdits.createBulkEdit({ storeId, body: { selection, change } });
  return { storeId, products, staff, ask, ...editor(world, storeId, staff) };
}

test("products are selected by ids, variants or list filter, and the selection is stored", async ({
  world,
}) => {
  const { storeId, products, staff, ask, prepare, items } = await shop(world);
  const all = Object.entries(products);
  const chosen = async (selection: BulkSelection) => {
    const { id } = await prepare({ stock: { add: 1, reason: "OTHER" } }, selection);
    const found = new Set((await items(id)).map(({ productId }) => productId));
    return all.filter(([, { id: product }]) => found.has(product)).map(([name]) => name);
  };
  const filters: [ProductFilter, string[]][] = [
    [{}, ["dress", "coat", "top", "draft"]],
    [{ status: ["ACTIVE"] }, ["dress", "coat", "top"]],
    [{ tag: ["silk"] }, ["dress", "draft"]],
    [{ tag: ["silk"], status: ["DRAFT", "ARCHIVED"] }, ["draft"]],
    [{ name: "silk" }, ["dress", "top", "draft"]],
    [{ category: ["tops", "outerwear"] }, ["coat", "top"]],
    [{ department: ["men"] }, ["coat"]],
    [{ price: ["under-50"], size: ["m"] }, ["dress", "draft"]],
    [{ sale: true }, ["top"]],
    [{ sale: false, name: "silk" }, ["dress", "draft"]],
    [{ collection: "chosen" }, ["dress", "coat"]],
  ];
  for (const [filter, names] of filters) expect(await chosen({ filter })).toEqual(names);
  expect(await chosen({ products: [products.top.id, newId()] })).toEqual(["top"]);
  const [small] = products.dress.variants;
  const { id, counts } = await prepare(
    { price: { set: 10 } },
    { variants: [small?.id ?? "", newId()] },
  );
  expect(counts.pending).toBe(1);
  expect((await items(id)).map(({ variantName }) => variantName)).toEqual([small?.name]);
  const options = { size: ["m", "XL"] };
  const sized = await prepare({ price: { set: 10 } }, { filter: { tag: ["silk"] }, options });
  expect((await items(sized.id)).map(({ variantName }) => variantName)).toEqual(["M", "M"]);

  const sent = await record(() => staff.bulkEdits.listBulkEdits({ storeId }));
  expect(sent.filter(({ text }) => text.includes("selection"))).toEqual([]);

  const frozen = await ask({ filter: { category: ["tops"] } });
  await makeProduct(world, storeId, { category: "tops" });
  await work(world);
  expect(await staff.bulkEdits.getBulkEdit({ id: frozen.id })).toMatchObject({
    state: "READY",
    productCount: 1,
    counts: { pending: 1 },
    selection: { filter: { category: ["tops"] } },
  });
});

test("invalid selections, changes and transitions are rejected with the path or reason", async ({
  world,
}) => {
  const { storeId, products, staff, ask, prepare, run } = await shop(world);
  const selection = { products: [products.dress.id] };
  const refused: [BulkSelection, BulkChange, object][] = [
    [{ filter: { tag: ["none"] } }, { category: "a" }, fieldError("selection")],
    [{ variants: [newId()] }, { price: { set: 1 } }, fieldError("selection")],
    [{ variants: [newId()] }, { category: "a" }, fieldError("selection.variants")],
    [{ filter: {}, options: { Size: ["S"] } }, { category: "a" }, fieldError("selection.options")],
    [{ options: { Size: ["S"] } }, { price: { set: 1 } }, fieldError("selection")],
    [{ filter: {}, ...selection }, { category: "a" }, fieldError("selection")],
    [{ filter: { collection: "none" } }, { category: "a" }, { code: "NOT_FOUND" }],
    [selection, {}, fieldError("change")],
    [selection, { price: { set: 1.005 } }, fieldError("change.price.set")],
    [selection, { price: { set: 1, percent: 1 } }, fieldError("change.price")],
    [selection, { price: { percent: 1.234 } }, fieldError("change.price.percent")],
    [
      selection,
      { price: { endSale: true, regularPrice: "NONE" } },
      fieldError("change.price.regularPrice"),
    ],
    [
      selection,
      { price: { add: 1, rounding: { ending: 1 } } },
      fieldError("change.price.rounding"),
    ],
    [selection, { stock: { reason: "COUNT" } }, fieldError("change.stock")],
    [selection, { stock: { set: 1, reason: "COUNT", location: "moon" } }, { code: "NOT_FOUND" }],
    [selection, { tags: {} }, fieldError("change.tags")],
    [selection, { tags: { add: ["a"], replace: ["b"] } }, fieldError("change.tags")],
    [
      selection,
      { status: { to: "DRAFT", publishAt: "2026-11-22T07:00:00Z" } },
      fieldError("change.status.publishAt"),
    ],
  ];
  for (const [chosen, change, failure] of refused)
    await expect(ask(chosen, change)).rejects.toMatchObject(failure);

  const { id, version } = await prepare({ category: "all" }, selection);
  const finished = { code: "INVALID_TRANSITION" };
  await expect(staff.bulkEdits.undoBulkEdit({ id })).rejects.toMatchObject(finished);
  await expect(
    staff.bulkEdits.runBulkEdit({ id }, { headers: { "if-match": `"${version - 1}"` } }),
  ).rejects.toMatchObject({ code: "EDIT_CONFLICT", details: { id, version } });
  await run(id);
  await expect(run(id)).rejects.toMatchObject(finished);
  await expect(staff.bulkEdits.cancelBulkEdit({ id })).rejects.toMatchObject(finished);
  const again = await prepare({ category: "all" }, selection);
  expect(again.reasons).toEqual({ UNCHANGED: 1 });
  await expect(run(again.id)).rejects.toMatchObject(finished);
  await staff.bulkEdits.cancelBulkEdit({ id: again.id });
  await expect(staff.bulkEdits.undoBulkEdit({ id: again.id })).rejects.toMatchObject(finished);

  for (let i = 0; i < 10; i += 1) await ask(selection);
  await expect(ask(selection)).rejects.toMatchObject({
    code: "LIMIT_REACHED",
    details: { max: 10 },
  });

  const other = await seedStore(world);
  const otherStaff = await staffClient(world, other);
  const clerk = await staffClient(world, storeId, "STAFF");
  await expect(
    otherStaff.bulkEdits.createBulkEdit({
      storeId: other,
      body: { selection, change: { category: "a" } },
    }),
  ).rejects.toMatchObject(fieldError("selection"));
  for (const call of ["getBulkEdit", "listBulkEditItems", "undoBulkEdit"] as const) {
    await expect(otherStaff.bulkEdits[call]({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(clerk.bulkEdits[call]({ id })).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});

test("a selection has a limited number of variants", async ({ world }) => {
  const { storeId } = await shop(world);
  const ctx = await world.system(storeId);
  const choose = (max: number) =>
    ctx.tx((tx) => chooseProducts(ctx, tx, { filter: { name: "silk" } }, max));
  const { productIds, productCount } = await choose(5);
  expect(productCount).toBe(3);
  // The ids are a PostgreSQL array as text, because the server does not parse the list.
  expect(productIds).toMatch(/^\{([-0-9a-f]{36}(,|\})){3}$/);
  await expect(choose(4)).rejects.toMatchObject({ code: "LIMIT_REACHED", details: { max: 4 } });
  await expect(choose(2)).rejects.toMatchObject({ code: "LIMIT_REACHED", details: { max: 2 } });
});

test("an owner's stores can create a limited number of items per day in total", async ({
  world,
}) => {
  const { storeId, ask } = await shop(world);
  const other = await seedStore(world);
  const create = () => ask({ filter: {} });
  await create();
  // The same person owns both stores.
  await world.admin.query(
    `with people as (select user_id from shop.role_assignments where store_id = $1 limit 1),
      made as (
        insert into shop.roles (store_id, id, type, name, permissions)
        select s, gen_random_uuid(), 'ADMIN', 'Owner', '{}' from unnest(array[$1, $2]::uuid[]) s
        returning store_id, id)
    insert into shop.role_assignments (store_id, role_id, user_id)
    select made.store_id, made.id, people.user_id from made, people`,
    [storeId, other],
  );
  await world.admin.query(
    `insert into shop.bulk_edits (store_id, id, selection, change, product_ids, product_count, item_count, actor_kind, actor_id, created_at)
     select $2, gen_random_uuid(), e.selection, e.change, '{}', 0, 1000000, e.actor_kind, e.actor_id, e.created_at
     from shop.bulk_edits e where e.store_id = $1`,
    [storeId, other],
  );
  await expect(create()).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  // If two stores count at the same time, the second one also counts the items of the first.
  const [one, two] = await Promise.all([world.system(storeId), world.system(other)]);
  await world.admin.query(
    "update shop.bulk_edits set item_count = 999900 where item_count = 1000000",
  );
  const counted = Promise.withResolvers<void>();
  const first = one.tx(async (tx) => {
    await requireRowsLeft(tx, "edited", 60);
    counted.resolve();
    await tx.run(
      sql`update shop.bulk_edits set item_count = item_count + 60 where store_id = ${storeId}`,
    );
    await untilBlocked(world);
  });
  await counted.promise;
  const second = two.tx((tx) => requireRowsLeft(tx, "edited", 60));
  await expect(second).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  await first;
  await world.admin.query("update shop.bulk_edits set created_at = now() - interval '25 hours'");
  await create();
});

test("the options of a selection are folded once for all variants", async ({ world }) => {
  const storeId = await seedStore(world);
  const staff = await staffClient(world, storeId);
  const values = Array.from({ length: 100 }, (_, n) => `Size ${n}`);
  const { id } = await makeProduct(world, storeId, {
    options: [{ name: "Size", values: values.map((value) => ({ value })) }],
    variants: values.map((Size) => ({ options: { Size }, price: 40 })),
  });
  const selection = {
    products: [id],
    options: { SIZE: values.map((value) => value.toUpperCase()) },
  };
  const sent = await record(() =>
    editor(world, storeId, staff).prepare({ price: { set: 10 } }, selection),
  );
  const reading = sent.filter(({ text }) => text.includes("jsonb_each_text(v.options)"));
  expect(reading.length).toBeGreaterThan(0);
  expect(await planRows(world, reading, "Function Scan")).toBeLessThan(500);
});
