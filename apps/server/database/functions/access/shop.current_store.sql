-- The store that door.enter gave the transaction access to. Raises an error if the setting is missing or left over from
-- another transaction (''), so that a query without door.enter fails instead of seeing everything.
create or replace function shop.current_store() returns uuid language sql stable
  as $$ select current_setting('app.store')::uuid $$;
