// @module-tag slow

import { describe, expect } from "vitest";
import { seedProduct, seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";

const limit = 8;
const waiting = 40;
/** Matches LIMIT and a locking clause in the same SELECT; parentheses between them are closed. */
const limitedLock =
  /\blimit\b(?:[^();]|\((?:[^()]|\([^()]*\))*\))*?\bfor (?:no key )?(?:update|share)\b/gi;

const kinds = JSON.stringify([
  { kind: "x", room: limit, in_order: false, with_large: true, lease_ms: 60_000, after: "" },
]);

/** How rows get into each queue, and the call that claims some of them and returns one row for each. */
const queues = [
  {
    name: "jobs",
    tables: ["jobs"],
    fill: `insert into shop.jobs (store_id, kind, lane, payload)
      select $1::uuid, 'x', $1::text, '{}' from generate_series(1, $2)`,
    claim: `from jsonb_array_elements(door.claim_jobs(1, '${kinds}') -> 'jobs')`,
  },
  {
    name: "unused pictures",
    tables: ["media"],
    fill: `insert into shop.media (store_id, id, key, width, height, widths, bytes, updated_at, looked_at)
      select $1::uuid, id, 'up/' || id, 1, 1, '{1}', 1, '2020-01-01', '2020-01-01' from (select gen_random_uuid() as id from generate_series(1, $2))`,
    claim: `from (select store_id from shop.media limit 1) s,
      generate_series(1, door.look_at_media(s.store_id, '7 days', ${limit}, now()))`,
  },
  {
    name: "pictures that are shown",
    tables: ["media", "images"],
    fill: `with made as (
        insert into shop.media (store_id, id, key, width, height, widths, bytes, updated_at, looked_at)
        select $1::uuid, id, 'up/' || id, 1, 1, '{1}', 1, '2020-01-01', '2020-01-01' from (select gen_random_uuid() as id from generate_series(1, $2))
        returning id, key)
      insert into shop.images (store_id, id, product_id, position, key, width, height, widths)
      select $1, id, (select p.id from shop.products p where p.store_id = $1 limit 1), 0, key, 1, 1, '{1}' from made`,
    claim: `from (select store_id from shop.media limit 1) s,
      generate_series(1, door.look_at_media(s.store_id, '7 days', ${limit}, now()))`,
  },
  {
    name: "products that are due to be published",
    tables: ["products"],
    fill: `insert into shop.products (store_id, id, link, name, category, department, options, published_at)
      select $1::uuid, id, id::text, 'Dress', 'dresses', 'women', '[]', now() + interval '1 hour'
      from (select gen_random_uuid() as id from generate_series(1, $2))`,
    claim: `from (select store_id from shop.products limit 1) s,
      generate_series(1, door.publish_due_products(s.store_id, ${limit}, now() + interval '1 day'))`,
  },
  {
    name: "items of a forgotten bulk edit",
    tables: ["bulk_edits", "bulk_edit_items"],
    fill: `with made as (
        insert into shop.bulk_edits (store_id, id, selection, change, product_ids, state, actor_kind, created_at)
        values ($1, $1, '{}', '{}', '{}', 'CANCELLED', 'user', '2020-01-01') on conflict do nothing)
      insert into shop.bulk_edit_items (store_id, bulk_edit_id, position, product_id, field, before, state, reason)
      select $1, $1, $2::int * 100 + n, (select p.id from shop.products p where p.store_id = $1 limit 1), 'STATUS', '{}', 'SKIPPED', 'x'
      from generate_series(1, $2::int) n`,
    claim: `from generate_series(1, door.forget_bulk_edits(now(), ${limit}))`,
  },
];

describe("a claim takes no more than its limit", () => {
  for (const { name, tables, fill, claim } of queues) {
    // With statistics of one row, the planner chooses a nested loop that runs the subquery many times.
    test(`${name}, with statistics of one row`, async ({ world }) => {
      const storeId = await storeWithProduct(world);
      await world.admin.query(fill, [storeId, 1]);
      for (const table of tables) await world.admin.query(`analyze shop.${table}`);
      await world.admin.query(fill, [storeId, waiting]);
      const counts: number[] = [];
      for (let run = 0; run < 2; run++) counts.push(await countOf(world, claim));
      expect(counts).toEqual([limit, limit]);
    });
  }

  test("concurrent claims share no row", async ({ world }) => {
    const storeId = await storeWithProduct(world);
    const [jobs] = queues;
    await world.admin.query(jobs?.fill ?? "", [storeId, 1]);
    await world.admin.query("analyze shop.jobs");
    await world.admin.query(jobs?.fill ?? "", [storeId, 199]);
    const claims = await Promise.all(
      Array.from({ length: 40 }, () =>
        world.services.database.worker.query<{ id: string }>(
          `select id from jsonb_to_recordset(door.claim_jobs(1, '${kinds}') -> 'jobs') j (id bigint)`,
        ),
      ),
    );
    const sizes = claims.map(({ rows }) => rows.length);
    const ids = claims.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
    expect([ids.length, new Set(ids).size]).toEqual([200, 200]);
  });

  /** PostgreSQL never inlines a WITH query that locks or changes rows, but may run a subquery again. */
  test("every function that locks a limited number of rows picks them in a WITH query", async ({
    world,
  }) => {
    const { rows } = await world.admin.query<{ name: string; prosrc: string }>(`
      select p.oid::regprocedure::text as name, p.prosrc from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('door', 'shop', 'catalogue')`);
    const picks = rows.flatMap(({ name, prosrc }) =>
      [...prosrc.matchAll(limitedLock)].map(({ index }) => ({
        name,
        before: openedBy(prosrc, index),
      })),
    );
    expect(picks.length).toBeGreaterThan(4);
    const unsafe = picks.filter(
      ({ before }) => before !== "" && !/\bas( materialized)?$/.test(before),
    );
    expect(unsafe).toEqual([]);
  });
});

async function storeWithProduct(world: World): Promise<string> {
  const storeId = await seedStore(world);
  await seedProduct(world, storeId);
  return storeId;
}

async function countOf({ admin }: World, claim: string): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(`select count(*)::int ${claim}`);
  return rows[0]?.count ?? -1;
}

/** The text before the parenthesis around a position in SQL; empty if there is none. */
function openedBy(source: string, place: number): string {
  let depth = 0;
  for (let i = place; i >= 0; i--) {
    if (source[i] === ")") depth += 1;
    if (source[i] === "(" && depth-- === 0)
      return source
        .slice(Math.max(0, i - 40), i)
        .trim()
        .toLowerCase();
  }
  return "";
}
