-- For the worker: removes the addresses and the note from the content of documents that erasures have marked with
-- erased_at, oldest first. Returns how many it cleared. Content that has neither is not rewritten.
create or replace function door.clear_erased_documents(max_documents int) returns int
language sql volatile security definer set search_path = '' as $$
  with picked as materialized (
    select d.store_id, d.id from shop.order_documents d where d.erased_at is not null and not d.is_cleared
    order by d.erased_at, d.id limit max_documents for update skip locked
  ), cleared as (
    update shop.order_documents d set is_cleared = true, content = case
        when d.content -> 'addresses' = '[]' and d.content -> 'note' = 'null' then d.content
        else d.content || '{"addresses": [], "note": null}' end
      from picked p where d.store_id = p.store_id and d.id = p.id returning d.id
  )
  select count(*)::int from cleared;
$$;

grant execute on function door.clear_erased_documents to {{worker}};
