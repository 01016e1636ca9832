import { Pool } from "pg";
import { createClient } from "@vetrina/client/create-client";
import type { BenchServer } from "./bench-server.ts";
import { median } from "./load.ts";
import type { Row } from "./table.ts";

const calls = 60;
const rounds = 5;

/** A quote and an order of a cart of five lines, with 100 active automatic discounts and 50 regions, and with none. */
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
  const work = {
    Quote: () => client.shipping.calculateShipping({ body: { storeId, ...body } }),
    Order: () =>
      client.orders.createOrder({
        storeId,
        body: { email: "bench@example.com", items, shippingAddress },
      }),
  };
  await addRules(pool, storeId);
  const measured: Row[] = [];
  for (const [what, call] of Object.entries(work)) {
    const times = { with: [] as number[], without: [] as number[] };
    for (let round = 0; round <= rounds; round += 1)
      for (const kind of ["without", "with"] as const) {
        await switchRules(pool, storeId, kind === "with");
        const took = await millisecondsOf(call);
        // The first round warms up both.
        if (round > 0) times[kind].push(took);
      }
    measured.push({
      what: `${what}, 100 automatic discounts, 50 regions`,
      ours: median(times.with),
      yardstick: median(times.without),
      unit: "ms",
      reach: 1.3,
      isMaximum: true,
      against: "the same without discounts, in the demo's regions",
    });
  }
  await switchRules(pool, storeId, false);
  await pool.end();
  return measured;
}

/** The median milliseconds of one call after the other. */
async function millisecondsOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** 100 inactive automatic discounts of all kinds, and regions without areas up to 50. */
async function addRules(pool: Pool, storeId: string): Promise<void> {
  await pool.query(
    `insert into shop.discounts (store_id, id, title, type, value, products, minimum_subtotal_minor, tiers, give, combines,
       priority, is_active)
     select $1, gen_random_uuid(), 'Bench ' || n, case when n % 4 = 1 then 'FIXED_AMOUNT' else 'PERCENTAGE' end,
       case when n % 4 = 1 then 100 + n else 100 + n * 5 end,
       case when n % 2 = 0 then array(select p.id from shop.products p where p.store_id = $1 order by p.id limit n % 20 + 1)
         else '{}' end,
       case when n % 3 = 0 then n * 100 end,
       case when n % 5 = 0 and n % 10 <> 0 then '[{"quantity": 3, "value": 500}]'::jsonb else '[]' end,
       case when n % 10 = 0 then '{"buy": 2, "get": 1, "products": [], "collections": [], "times": null}'::jsonb end,
       n % 2 = 0, 0, false
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

/** Activates the rules: the discounts, and 20 ranges of postal codes in each region. */
async function switchRules(pool: Pool, storeId: string, isOn: boolean): Promise<void> {
  await pool.query(
    "update shop.discounts set is_active = $2 where store_id = $1 and title like 'Bench %'",
    [storeId, isOn],
  );
  await pool.query(
    `delete from shop.shipping_areas a using shop.shipping_regions z
     where z.store_id = $1 and z.id = a.region_id and z.name like 'Bench %'`,
    [storeId],
  );
  if (isOn)
    await pool.query(
      `insert into shop.shipping_areas (store_id, region_id, country, postal_from, postal_to)
       select store_id, id, 'US', code, code from (
         select z.store_id, z.id, (1000 + row_number() over (order by z.id, n))::text as code
         from shop.shipping_regions z, generate_series(1, 20) n
         where z.store_id = $1 and z.name like 'Bench %') ranges`,
      [storeId],
    );
}
