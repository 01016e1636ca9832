import { sql } from "../../platform/database/sql.ts";
import { queryable } from "../../platform/database/sql.ts";
import type { World } from "../../../../../tests/world.ts";

/** So many published products of six variants, two pictures and stock, by SQL alone: for plans and speed. */
export async function seedLargeCatalogue(
  world: World,
  storeId: string,
  products: number,
): Promise<void> {
  const admin = queryable(world.admin);
  await admin.run(sql`
    insert into shop.products (store_id, id, link, name, status, category, department, tags, description, options,
      published_at, price_minor, highest_price_minor, colors, sizes)
    select ${storeId}, gen_random_uuid(), 'piece-' || n,
      (array['Silk','Wool','Linen','Cotton','Velvet','Denim','Suede','Poplin'])[1 + n % 8] || ' ' ||
      (array['dress','coat','shirt','trouser','skirt','jacket','cardigan','scarf','boot','tote'])[1 + n % 10] || ' ' || n,
      'ACTIVE', (array['dresses','tops','bottoms','outerwear','accessories','shoes'])[1 + n % 6],
      (array['women','men','unisex'])[1 + n % 3], array['tag' || n % 50], repeat('<p>Cut on the bias and hung two days.</p>', 20),
      ${JSON.stringify(options)}::jsonb, now() - n * interval '1 minute', 1000 + n * 37 % 30000, 1000 + n * 37 % 30000,
      (array['{navy}','{red}','{navy,red}'])[1 + n % 3]::text[], '{s,m,l}'
    from generate_series(1, ${products}::int) n`);
  await admin.run(sql`
    insert into shop.variants (store_id, id, product_id, name, slug, sku, price_minor, options, position)
    select p.store_id, gen_random_uuid(), p.id, c || ' / ' || s, lower(c || '-' || s), p.link || '-' || c || '-' || s, p.price_minor,
      jsonb_build_object('Color', c, 'Size', s), row_number() over (partition by p.id)
    from shop.products p, unnest(array['Navy','Red']) c, unnest(array['S','M','L']) s where p.store_id = ${storeId}`);
  await admin.run(sql`
    insert into shop.inventory_levels (store_id, id, variant_id, on_hand)
    select store_id, gen_random_uuid(), id, 7 from shop.variants where store_id = ${storeId}`);
  await admin.run(sql`
    insert into shop.images (store_id, id, product_id, position, key, alt, width, height, widths, color)
    select p.store_id, gen_random_uuid(), p.id, at, p.link || '-' || at, 'Laid flat', 960, 1200, '{320,640,960}', case at % 2 when 0 then 'Navy' else 'Red' end
    from shop.products p, generate_series(0, 3) at where p.store_id = ${storeId}`);
  await admin.run(sql`
    update shop.products p set search = setweight(to_tsvector('english', name), 'A')
      || setweight(to_tsvector('english', category || ' ' || department), 'B') where store_id = ${storeId}`);
  await admin.run(sql`
    insert into shop.search_words (store_id, word)
    select distinct ${storeId}::uuid, w from shop.products, regexp_split_to_table(lower(name), '[^[:alpha:]]+') w
    where store_id = ${storeId} and length(w) > 2 on conflict do nothing`);
  await world.admin.query("vacuum analyze");
}

const options = [
  {
    name: "Color",
    values: [
      { value: "Navy", swatch: "#2a3957" },
      { value: "Red", swatch: "#a8282f" },
    ],
  },
  { name: "Size", values: ["S", "M", "L"].map((value) => ({ value, swatch: null })) },
];
