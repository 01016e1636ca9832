-- For the worker: removes the email from the content of documents that erasures have marked with email_erased_at, oldest
-- first. Returns how many it cleared.
create or replace function door.clear_erased_emails(max_documents int) returns int
language sql volatile security definer set search_path = '' as $$
  with picked as materialized (
    select d.store_id, d.id from shop.order_documents d where d.email_erased_at is not null and d.email is not null
    order by d.email_erased_at, d.id limit max_documents for update skip locked
  ), cleared as (
    update shop.order_documents d set content = shop.without_email(d.content, d.email), email = null
      from picked p where d.store_id = p.store_id and d.id = p.id returning d.id
  )
  select count(*)::int from cleared;
$$;

grant execute on function door.clear_erased_emails to {{worker}};
