create or replace function shop.current_customer() returns uuid language sql stable
  as $$ select nullif(current_setting('app.customer', true), '')::uuid $$;
