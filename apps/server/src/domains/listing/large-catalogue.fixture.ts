import { type Queryable, sql } from "../../platform/database/sql.ts";

/**
 * Inserts published products with six variants (five in stock), four pictures and, for every second product, texts in
 * the store's other languages. Uses only SQL, for tests of plans and speed. `admin` is the superuser's connection.
 */
export async function seedLargeCatalogue(
  admin: Queryable,
  storeId: string,
  products: number,
): Promise<void> {
  await admin.run(sql`
    insert into shop.products (store_id, id, link, name, status, category, department, vendor, tags, description, options,
      published_at)
    select ${storeId}, gen_random_uuid(), 'piece-' || n,
      (array['Silk','Wool','Linen','Cotton','Velvet','Denim','Suede','Poplin'])[1 + n % 8] || ' ' ||
      (array['dress','coat','shirt','trouser','skirt','jacket','cardigan','scarf','boot','tote'])[1 + n / 8 % 10] || ' ' || n,
      'ACTIVE', (array['dresses','tops','bottoms','outerwear','accessories','shoes'])[1 + n % 6],
      (array['women','men','unisex'])[1 + n / 3 % 3], 'House ' || n % 7, array['tag' || n % 50],
      repeat('<p>Cut on the bias and hung two days.</p>', 20),
      jsonb_build_array(
        jsonb_build_object('name', 'Color', 'values', (select jsonb_agg(jsonb_build_object('value', c, 'swatch', '#2a3957')) from unnest(o.colors) c)),
        jsonb_build_object('name', 'Size', 'values', (select jsonb_agg(jsonb_build_object('value', s, 'swatch', null)) from unnest(o.sizes) s))),
      now() - n * interval '1 minute'
    from generate_series(1, ${products}::int) n
    cross join lateral (select
      (select array_agg(distinct (array['Navy','Red','Black','Ecru','Olive','Rust','Plum','Sand','Teal','Rose'])[1 + (n + i * (1 + n / 10 % 4)) % 10])
        from generate_series(1, 1 + n % 3) i) as colors,
      case n % 3 when 0 then '{XS,S,M,L,XL,XXL}' when 1 then '{S,M,L}' else '{M,L}' end::text[] as sizes) o`);
  await admin.run(sql`
    insert into shop.variants (store_id, id, product_id, name, slug, sku, price_minor, options, position)
    select store_id, gen_random_uuid(), product, c || ' / ' || s, lower(c || '-' || s), link || '-' || c || '-' || s, price,
      jsonb_build_object('Color', c, 'Size', s), at
    from (
      select p.store_id, p.id as product, p.link, c ->> 'value' as c, s ->> 'value' as s,
        1000 + substring(p.link from '[0-9]+$')::int * 37 % 30000 as price, row_number() over (partition by p.id) as at
      from shop.products p, jsonb_array_elements(p.options -> 0 -> 'values') c, jsonb_array_elements(p.options -> 1 -> 'values') s
      where p.store_id = ${storeId}) v`);
  await admin.run(sql`
    insert into shop.inventory_levels (store_id, id, variant_id, on_hand)
    select store_id, gen_random_uuid(), id, case when position = 1 then 0 else 1000 end
    from shop.variants where store_id = ${storeId}`);
  await admin.run(sql`
    insert into shop.images (store_id, id, product_id, position, key, alt, width, height, widths, color)
    select p.store_id, gen_random_uuid(), p.id, at, p.link || '-' || at, 'Laid flat', 960, 1200, '{320,640,960}',
      p.options -> 0 -> 'values' -> (at % 2) ->> 'value'
    from shop.products p, generate_series(0, 3) at where p.store_id = ${storeId}`);
  await admin.run(sql`
    insert into shop.translations (store_id, id, entity_type, entity_id, language_code, fields)
    select p.store_id, gen_random_uuid(), 'PRODUCT', p.id, l.code,
      jsonb_build_object('name', initcap(l.code) || ' ' || p.name, 'description', p.description)
    from shop.products p join shop.store_languages l on l.store_id = p.store_id and not l.is_default
    where p.store_id = ${storeId} and right(p.link, 1) in ('0', '2', '4', '6', '8')`);
  await admin.run(sql`analyze`);
  await admin.run(sql`
    select shop.refresh_listings(${storeId}, array_agg(id)) from (
      select id, row_number() over () / 500 as part from shop.products where store_id = ${storeId}) p
    group by part`);
  await admin.run(sql`select door.merge_list_counts(${10 * products})`);
  await admin.run(sql`select door.apply_stock_status_changes(${storeId}, ${100 * products})`);
  await admin.run(sql`vacuum analyze`);
}
