create or replace function door.note_price() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.price_changes (store_id, variant_id, started_at, price_minor, regular_price_minor)
    values (new.store_id, new.id, now(), new.price_minor, new.regular_price_minor)
    on conflict (store_id, variant_id, started_at) do update
      set price_minor = excluded.price_minor, regular_price_minor = excluded.regular_price_minor;
  return null;
end $$;
