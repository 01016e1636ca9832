-- Gives the store's discounts a new version, which invalidates caches (door.automatic_discounts).
create or replace function door.note_discount_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.discount_versions (store_id) values (coalesce(new.store_id, old.store_id))
    on conflict (store_id) do update set version = gen_random_uuid();
  return null;
end $$;
