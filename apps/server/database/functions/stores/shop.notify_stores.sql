-- Notifies every process of a store that changed, or whose shipping, taxes, languages, domains or payment providers
-- changed, because each process caches stores for a short time.
create or replace function shop.notify_stores() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'stores' then
    perform pg_notify('stores', coalesce(new.id, old.id)::text);
  else
    perform pg_notify('stores', coalesce(new.store_id, old.store_id)::text);
  end if;
  return null;
end $$;
