-- The hash of the order's key when the order was entered; null if the order was entered without access by its key or its
-- customer, such as a new one.
create or replace function shop.current_order_key() returns bytea language sql stable
  as $$ select decode(nullif(current_setting('app.order_key', true), ''), 'hex') $$;
