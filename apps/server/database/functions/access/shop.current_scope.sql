create or replace function shop.current_scope() returns text language sql stable
  as $$ select current_setting('app.scope') $$;
