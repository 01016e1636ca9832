-- Sets the product's facet set and creates it if needed. Compares categories case-insensitively.
create or replace function shop.set_facet_set() returns trigger language plpgsql as $$
declare
  category text := shop.facet_value(coalesce(new.category, ''));
  department text := coalesce(new.department, '');
  of_digest uuid := md5(jsonb_build_array(category, department, new.sizes, new.colors)::text)::uuid;
begin
  loop
    select s.id into new.facet_set from shop.facet_sets s where s.store_id = new.store_id and s.digest = of_digest;
    exit when found;
    insert into shop.facet_sets (store_id, category, department, sizes, colors, digest)
      values (new.store_id, category, department, new.sizes, new.colors, of_digest) on conflict do nothing;
  end loop;
  return new;
end $$;
