-- Gives the transaction access to a draft order by the key of its pay link, and to the order that the draft becomes,
-- which has the same id. Gives no access once staff have revoked the order's own links, or once the order was deleted
-- or is a year old. Locks the draft, so that the key stays valid until the transaction ends.
create or replace function door.enter_draft_order(of_draft uuid, with_key_hash bytea) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_store uuid;
  made record;
begin
  select d.store_id into of_store from shop.draft_orders d
    where d.id = of_draft and d.key_hash = with_key_hash and d.store_id = shop.current_store() for update;
  -- Read after the wait for the lock, because the draft may have become an order meanwhile.
  select o.key_hash, o.link_version = 1 and o.deleted_at is null and o.created_at > now() - interval '1 year' as works
    into made from shop.orders o where o.store_id = of_store and o.id = of_draft;
  if of_store is null or made.works is false then raise exception 'no such draft order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_draft::text);
  -- The order's links may be revoked while the transaction runs.
  perform set_config('app.order_key', coalesce(encode(made.key_hash, 'hex'), ''), true);
end $$;

grant execute on function door.enter_draft_order to {{app}}, {{worker}};
