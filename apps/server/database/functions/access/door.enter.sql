-- Sets the values that row-level security reads in this transaction: the store, the scope and the order. Clears the
-- customer, the API key and the order's key that an earlier call has set.
create or replace function door.enter(of_store uuid, scope text, of_order text) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform set_config('app.store', of_store::text, true), set_config('app.scope', scope, true),
    set_config('app.order', of_order, true), set_config('app.customer', '', true), set_config('app.key', '', true),
    set_config('app.order_key', '', true);
end $$;

grant execute on function door.enter to {{worker}};
