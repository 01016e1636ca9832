// @module-tag slow

import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { workOf } from "#tests/work-of.ts";
import { queryable } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { seedLargeCatalogue } from "../listing/large-catalogue.fixture.ts";
import { settleCatalogueChanges } from "../products/jobs.ts";
import type { StoredRule } from "./collection-rule.ts";

const rules: StoredRule[] = [
  { category: "dresses" },
  { department: "women" },
  { tag: "TAG7" },
  { price: { from: 3000 } },
  { price: { below: 1500 } },
  { sale: true },
  { inStock: true },
  { newest: { count: 7 } },
  { newest: { days: 3 } },
  { newest: { count: 4 }, department: "men", price: { from: 1200, below: 9000 }, inStock: true },
  { category: "shoes", department: "women", tag: "tag5", newest: { days: 300 }, sale: true },
  { category: "nothing" },
];

async function addCollections(world: World, storeId: string, all: readonly StoredRule[]) {
  const ids = all.map(() => newId());
  for (const [at, rule] of all.entries())
    await world.admin.query(
      "insert into shop.collections (store_id, id, link, name, rule, position) values ($1, $2, $3, $3, $4, $5)",
      [storeId, ids[at], `c${at}`, JSON.stringify(rule), at],
    );
  return ids;
}

/** Adds sixty products, some of them drafts, upcoming, old, reduced or sold out. */
async function seedMixed(world: World, storeId: string): Promise<void> {
  await seedLargeCatalogue(queryable(world.admin), storeId, 60);
  const set = (what: string, every: number) =>
    world.admin.query(
      `update shop.products set ${what} where store_id = $1 and substring(link from '[0-9]+$')::int % $2 = 0`,
      [storeId, every],
    );
  await set("regular_price_minor = price_minor + 500", 4);
  await set("published_at = now() - interval '5 days'", 6);
  await set("in_stock = false", 10);
  await set("status = 'DRAFT'", 13);
  await set("published_at = now() + interval '1 day'", 17);
}

test("listing several collections returns the union of their products, with matching counts, for any rules", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await seedMixed(world, storeId);
  const ids = await addCollections(world, storeId, [...rules, {}]);
  await world.admin.query(
    `insert into shop.collection_products (store_id, collection_id, product_id, position)
    select store_id, $2, id, row_number() over (order by link desc) from shop.products where store_id = $1 and category = 'tops'`,
    [storeId, ids.at(-1)],
  );
  const { products, collections } = world.client();
  const list = async (collectionIds: string[]) => {
    const found = await products.listProducts({ linkStoreId: "shop", collectionIds, limit: 100 });
    return { ids: found.items.map(({ id }) => id), total: found.total };
  };
  const alone = await Promise.all(ids.map((id) => list([id])));
  const { items } = await collections.listCollections({ storeId: "shop" });
  expect(items.map(({ productCount }) => productCount)).toEqual(alone.map(({ total }) => total));
  expect(new Set(alone.map(({ total }) => total)).size).toBeGreaterThan(5);
  const firsts = await world.admin.query<{ id: string; picture: string }>(
    "select product_id as id, id as picture from shop.images where store_id = $1 and position = 0",
    [storeId],
  );
  const pictureOf = new Map(firsts.rows.map(({ id, picture }) => [id, picture]));
  expect(items.map(({ image }) => image?.id ?? null)).toEqual(
    alone.map((one) => pictureOf.get(one.ids[0] ?? "") ?? null),
  );
  for (let at = 0; at < ids.length; at += 1) {
    const pair = [at, (at + 5) % ids.length];
    const { ids: together, total } = await list(pair.map((one) => ids[one] ?? ""));
    const each = new Set(pair.flatMap((one) => alone[one]?.ids ?? []));
    expect(new Set(together)).toEqual(each);
    expect(total).toBe(each.size);
  }
});

test("lists of several collections run the same SQL text whatever their rules and number", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  const ids = await addCollections(world, storeId, [...rules, {}]);
  const { products } = world.client();
  const texts = async (collectionIds: string[]) => {
    const work = await workOf(() =>
      products.listProducts({ linkStoreId: "shop", collectionIds, limit: 5 }),
    );
    return work.statements.filter((text) => text.includes("facet_set"));
  };
  const first = await texts(ids.slice(0, 2));
  expect(first.length).toBeGreaterThan(0);
  for (const some of [ids.slice(3, 5), ids.slice(5, 13), [ids[12] ?? "", ids[9] ?? ""]])
    expect(await texts(some)).toEqual(first);
});

test("collections are counted together, and only once until the catalogue changes", async ({
  world,
}) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await seedLargeCatalogue(queryable(world.admin), storeId, 30);
  const many = Array.from({ length: 50 }, (_, at) => ({ price: { from: 1000 + at * 37 } }));
  await addCollections(world, storeId, [{ tag: "tag7" }, { inStock: true }, ...many]);
  const { collections } = world.client();
  const read = () => collections.listCollections({ storeId: "shop", limit: 100 });
  const counted = async () => {
    const { statements } = await workOf(read);
    return statements.filter((text) => text.includes("jsonb_to_recordset")).length;
  };
  expect(await counted()).toBe(1);
  expect(await counted()).toBe(0);
  const sizes = async () => (await read()).items.map(({ productCount }) => productCount);
  const before = await sizes();
  const changes = [
    "update shop.products set tags = '{tag7}' where store_id = $1 and link = 'piece-1'",
    "update shop.products set status = 'DRAFT' where store_id = $1 and link = 'piece-2'",
    "update shop.products set price_minor = 1 where store_id = $1 and link = 'piece-3'",
    "update shop.inventory_levels set on_hand = 0 where store_id = $1 and variant_id in (select v.id from shop.variants v join shop.products p on p.id = v.product_id where p.link = 'piece-4')",
    "update shop.images set alt = 'Folded' where store_id = $1",
    "update shop.products set published_at = now() + interval '1 hour' where store_id = $1 and link = 'piece-5'",
    "delete from shop.stock_status_changes where store_id = $1 and false",
  ];
  const work = [];
  for (const change of changes) {
    await world.admin.query(change, [storeId]);
    work.push(await counted());
    await settleCatalogueChanges(world.services);
    work.push(await counted());
  }
  expect(work).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0]);
  const after = await sizes();
  expect(after[0]).toBe((before[0] ?? 0) + 1);
  expect(after[1]).toBe((before[1] ?? 0) - 3);
  const { rows } = await world.admin.query(
    "select from shop.catalogue_changes where transaction_id > 0",
  );
  expect(rows).toEqual([]);
});

test("concurrent callers share one count", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await addCollections(world, storeId, rules);
  const { statements } = await workOf(() =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        world.client().collections.listCollections({ storeId: "shop", limit: 100 }),
      ),
    ),
  );
  expect(statements.filter((text) => text.includes("jsonb_to_recordset"))).toHaveLength(1);
});

test("an expensive count is not repeated after every change to the store", async ({ world }) => {
  const storeId = await seedStore(world, { slug: "shop" });
  await seedLargeCatalogue(queryable(world.admin), storeId, 1600);
  const all = Array.from({ length: 100 }, (_, at) => ({ price: { from: 1000 + 300 * at } }));
  await addCollections(world, storeId, all);
  const read = () => world.client().collections.listCollections({ storeId: "shop", limit: 100 });
  await read();
  const from = performance.now();
  const { statements } = await workOf(async () => {
    for (let at = 1; at <= 10; at += 1) {
      await world.admin.query(
        "update shop.products set price_minor = 1 where store_id = $1 and link = $2",
        [storeId, `piece-${at}`],
      );
      await read();
    }
  });
  const counts = statements.filter((text) => text.includes("jsonb_to_recordset")).length;
  expect(counts).toBeLessThanOrEqual(1 + Math.floor((performance.now() - from) / 5000));
});
