create or replace function shop.current_order() returns uuid language sql stable
  as $$ select nullif(current_setting('app.order', true), '')::uuid $$;
