-- Unset or left over from another transaction ('') raises: a query outside enter_* fails, it never sees everything.
create or replace function shop.current_store() returns uuid language sql stable
  as $$ select current_setting('app.store')::uuid $$;
