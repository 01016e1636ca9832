-- The API key that the store was entered with; null for a user, a shopper or the system.
create or replace function shop.current_key() returns uuid language sql stable
  as $$ select nullif(current_setting('app.key', true), '')::uuid $$;
