-- Raises an error if unset or left over from another transaction (''): a query outside enter_* fails instead of seeing
-- everything.
create or replace function shop.current_store() returns uuid language sql stable
  as $$ select current_setting('app.store')::uuid $$;
