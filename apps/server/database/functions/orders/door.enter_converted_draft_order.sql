-- Like door.enter_draft_order, for a draft that has become an order, and without locking the draft. Returns false if
-- there is no such order.
create or replace function door.enter_converted_draft_order(of_draft uuid, with_key_hash bytea) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  made record;
begin
  select o.store_id, o.key_hash, o.link_version = 1 and o.deleted_at is null and o.created_at > now() - interval '1 year' as works
    into made
    from shop.draft_orders d join shop.orders o on o.store_id = d.store_id and o.id = d.id
    where d.id = of_draft and d.key_hash = with_key_hash and d.store_id = shop.current_store();
  if made.store_id is null then return false; end if;
  if not made.works then raise exception 'no such draft order' using errcode = 'VT404'; end if;
  perform door.enter(made.store_id, 'order', of_draft::text);
  -- The order's links may be revoked while the transaction runs.
  perform set_config('app.order_key', encode(made.key_hash, 'hex'), true);
  return true;
end $$;

grant execute on function door.enter_converted_draft_order to {{app}}, {{worker}};
