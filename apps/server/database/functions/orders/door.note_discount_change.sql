-- Notes that a store's discounts changed. Orders change `used` only, and must not wait for each other here.
create or replace function door.note_discount_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'used' = to_jsonb(new) - 'used' then return null; end if;
  insert into shop.discount_versions (store_id) values (coalesce(new.store_id, old.store_id))
    on conflict (store_id) do update set version = gen_random_uuid();
  return null;
end $$;
