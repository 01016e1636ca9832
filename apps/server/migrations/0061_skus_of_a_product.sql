-- As before; said so that the index of SKUs, which knows the store alone, is never taken for it: it was read whole for each
-- product while a store's first import ran.
create or replace function shop.sku_words(of_store uuid, of_product uuid) returns tsvector language plpgsql stable as $$
begin
  return (select array_to_tsvector(coalesce(array_agg(distinct '#' || array_to_string(parts[at:], '-')), '{}'))
  from (
    select regexp_split_to_array(trim(both '-' from regexp_replace(lower(sku), '[^[:alnum:]]+', '-', 'g')), '-') as parts
    from shop.variants where store_id = of_store and product_id = of_product and deleted_at is null and coalesce(sku, '') <> ''
  ) v, generate_subscripts(parts, 1) at
  where parts[at] <> '');
end $$;
