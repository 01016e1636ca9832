-- The id of the API key that the transaction acts for; null if it acts for a user, a shopper or the system.
create or replace function shop.current_key() returns uuid language sql stable
  as $$ select nullif(current_setting('app.key', true), '')::uuid $$;
