-- The hash that the order's key had when the transaction got access to the order. Null for a new order or a draft, and
-- outside the order scope.
create or replace function shop.current_order_key() returns bytea language sql stable
  as $$ select decode(nullif(current_setting('app.order_key', true), ''), 'hex') $$;
