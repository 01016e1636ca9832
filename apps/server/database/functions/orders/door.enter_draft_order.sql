-- Enters a store with the key of a draft order's pay link. The key gives access to the draft, and to the order that the
-- draft becomes, which has the same id. It gives no access once staff have revoked the order's own links, or once the order
-- was deleted or is a year old.
create or replace function door.enter_draft_order(of_draft uuid, with_key_hash bytea) returns void
language plpgsql security definer set search_path = '' as $$
declare of_store uuid;
begin
  select d.store_id into of_store from shop.draft_orders d
    where d.id = of_draft and d.key_hash = with_key_hash and d.store_id = shop.current_store()
      and not exists (select from shop.orders o where o.store_id = d.store_id and o.id = d.id
        and (o.link_version > 1 or o.deleted_at is not null or o.created_at <= now() - interval '1 year'));
  if of_store is null then raise exception 'no such draft order' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'order', of_draft::text);
end $$;

grant execute on function door.enter_draft_order to {{app}}, {{worker}};
