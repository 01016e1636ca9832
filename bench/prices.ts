import { Pool } from "pg";
import { createClient } from "@vetrina/client/create-client";
import type { BenchServer } from "./bench-server.ts";
import { processorTime } from "./processor-time.ts";
import type { Row } from "./table.ts";

const calls = 20;
const rounds = 20;
/** Calls made before the measurement, so that the server runs compiled code with and without the rules. */
const warmUpCalls = 300;

/**
 * Two kinds of discounts. The keys begin the discounts' titles; the values describe the kinds in the table of results.
 */
const kinds = {
  Typical: "10 of which apply and 3 combine",
  Stacked: "50 of which combine",
};
type Kind = keyof typeof kinds;

/**
 * Measures a quote and an order of five lines with 100 automatic discounts and 50 regions, and without them. As in a
 * real store, most typical discounts don't apply (other products, larger carts, tags, later days). Half of the stacked
 * ones combine.
 */
export async function measurePrices(server: BenchServer): Promise<Row[]> {
  const pool = new Pool({ connectionString: server.databaseUrl, max: 1 });
  await pool.query("update shop.inventory_levels set on_hand = 900000 + reserved");
  const { rows } = await pool.query<{ store_id: string; id: string; product_id: string }>(
    `select distinct on (v.product_id) v.store_id, v.id, v.product_id from shop.variants v
     join shop.stores s on s.id = v.store_id where s.slug = 'sorvela' limit 5`,
  );
  const storeId = rows[0]?.store_id ?? "";
  const client = createClient({ baseUrl: server.origin });
  const items = rows.map(({ id }) => ({ variantId: id, quantity: 2 }));
  const body = { items, destination: { country: "US", region: "TX", postalCode: "78701" } };
  const shippingAddress = {
    name: "Ada",
    address: "1 Main St",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
  };
  const toMeasure = {
    Quote: () => client.shipping.calculateShipping({ body: { storeId, ...body } }),
    Order: () =>
      client.orders.createOrder({
        storeId,
        body: { email: "bench@example.com", items, shippingAddress },
      }),
  };
  const inCart = rows.map(({ product_id }) => product_id);
  await addRules(pool, storeId, inCart);
  const measured: Row[] = [];
  for (const kind of ["Typical", "Stacked"] as const)
    for (const [what, call] of Object.entries(toMeasure)) {
      const times = { with: [] as number[], without: [] as number[] };
      // The CPU time of all rounds together, because that of a single round varies.
      const work = { with: 0, without: 0 };
      for (const rules of ["without", "with"] as const) {
        await switchRules(pool, storeId, rules === "with" ? kind : null);
        await millisecondsOf(call, warmUpCalls);
      }
      for (let round = 0; round < rounds; round += 1)
        for (const rules of ["without", "with"] as const) {
          await switchRules(pool, storeId, rules === "with" ? kind : null);
          // The first call caches the changed rules.
          await call();
          const before = await processorTime(server.pid);
          const took = await millisecondsOf(call, calls);
          work[rules] += (await processorTime(server.pid)) - before;
          times[rules].push(...took);
        }
      const row = { unit: "ms", reach: 1.3, isMaximum: true } as const;
      const name = `${what}, 100 automatic discounts, ${kinds[kind]}, 50 regions`;
      measured.push({
        ...row,
        what: name,
        ours: fastTenth(times.with),
        yardstick: fastTenth(times.without),
        against: "the same without discounts, in the demo's regions; the fastest tenth of each",
      });
      measured.push({
        ...row,
        what: `${name}: processor time`,
        ours: work.with / (rounds * calls),
        yardstick: work.without / (rounds * calls),
        against: "the same without; of the server and its PostgreSQL, on average",
      });
    }
  await switchRules(pool, storeId, null);
  await pool.end();
  return measured;
}

/** Runs the calls one after another, and returns the milliseconds of each. */
async function millisecondsOf(call: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return times;
}

/** The tenth percentile. Unlike the median, it is hardly affected by other work on the machine. */
function fastTenth(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? Number.NaN;
}

/** Adds 100 inactive automatic discounts of each kind, and regions without areas, up to a total of 50. */
async function addRules(pool: Pool, storeId: string, inCart: readonly string[]): Promise<void> {
  await pool.query(
    `insert into shop.discounts (store_id, id, title, type, value, products, minimum_subtotal_minor, customer_tags, starts_at,
       give, combines, is_active)
     select $1, gen_random_uuid(), 'Typical ' || n, case when n % 20 = 0 then 'FIXED_AMOUNT' else 'PERCENTAGE' end,
       case when n % 10 = 0 and n > 30 then 10 else 100 + n * 5 end,
       case when n % 10 in (1, 2, 3, 4, 9) then array(select p.id from shop.products p
         where p.store_id = $1 and p.id <> all($2::uuid[]) order by p.id limit n % 20 + 1) else '{}' end,
       case when n % 10 in (5, 6) then 900000 end,
       case when n % 10 = 7 then '{wholesale}'::text[] else '{}' end,
       case when n % 10 = 8 then now() + interval '7 days' end,
       case when n % 10 = 9 or n = 30 then '{"buy": 2, "get": 1, "products": [], "collections": [], "times": null}'::jsonb end,
       n % 10 <> 0 or n <= 30, false
     from generate_series(1, 100) n`,
    [storeId, inCart],
  );
  await pool.query(
    `insert into shop.discounts (store_id, id, title, type, value, products, minimum_subtotal_minor, tiers, give, combines,
       is_active)
     select $1, gen_random_uuid(), 'Stacked ' || n, case when n % 4 = 1 then 'FIXED_AMOUNT' else 'PERCENTAGE' end,
       case when n % 4 = 1 then 100 + n else 100 + n * 5 end,
       case when n % 2 = 0 then array(select p.id from shop.products p where p.store_id = $1 order by p.id limit n % 20 + 1)
         else '{}' end,
       case when n % 3 = 0 then n * 100 end,
       case when n % 5 = 0 and n % 10 <> 0 then '[{"quantity": 3, "value": 500}]'::jsonb else '[]' end,
       case when n % 10 = 0 then '{"buy": 2, "get": 1, "products": [], "collections": [], "times": null}'::jsonb end,
       n % 2 = 0, false
     from generate_series(1, 100) n`,
    [storeId],
  );
  await pool.query(
    `with made as (
       insert into shop.shipping_regions (store_id, id, name, position)
       select $1, gen_random_uuid(), 'Bench ' || n, 100 + n
       from generate_series((select count(*) + 1 from shop.shipping_regions where store_id = $1), 50) n
       returning id, name)
     insert into shop.shipping_rates (store_id, id, provider_id, region_id, name, price_minor, transit_min, transit_max)
     select $1, gen_random_uuid(), (select id from shop.shipping_providers where store_id = $1 order by position, id limit 1),
       made.id, 'Standard', 900, 1, 2 from made`,
    [storeId],
  );
}

/** Activates the discounts of a kind, and gives each added region 20 ranges of postal codes. null undoes both. */
async function switchRules(pool: Pool, storeId: string, kind: Kind | null): Promise<void> {
  await pool.query(
    `update shop.discounts set is_active = coalesce(title like $2 || ' %', false)
     where store_id = $1 and (title like 'Typical %' or title like 'Stacked %')`,
    [storeId, kind],
  );
  await pool.query(
    `delete from shop.shipping_areas a using shop.shipping_regions z
     where z.store_id = $1 and z.id = a.region_id and z.name like 'Bench %'`,
    [storeId],
  );
  if (kind !== null)
    await pool.query(
      `insert into shop.shipping_areas (store_id, region_id, country, postal_from, postal_to)
       select store_id, id, 'US', code, code from (
         select z.store_id, z.id, (1000 + row_number() over (order by z.id, n))::text as code
         from shop.shipping_regions z, generate_series(1, 20) n
         where z.store_id = $1 and z.name like 'Bench %') ranges`,
      [storeId],
    );
}
