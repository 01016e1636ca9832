-- Notifies every process that a store, or what its pages say about shipping and taxes, has changed. Each process
-- caches stores for a short time.
create or replace function shop.notify_stores() returns trigger language plpgsql as $$
begin
  perform pg_notify('stores', '');
  return null;
end $$;
