-- The customer data that discounts depend on: of the signed-in account's customer, else of the one with the email. No row: a new customer. Tags are those
-- of an account only, because anybody can enter an email. uses: by discount.
create or replace function door.buyer_for(of_store uuid, actor uuid, with_email text, of_discounts uuid[])
returns table (tags text[], has_ordered boolean, uses jsonb)
language sql stable security definer set search_path = '' as $$
  with account as (
    select lower(u.email) as email from shop.users u
    where u.id = actor and u.deleted_at is null and u.email_verified_at is not null
  ), buyer as (
    select c.id, c.order_count, c.tags, actor is not null as is_account from shop.customers c
    where c.store_id = of_store and c.erased_at is null
      and case when actor is not null then c.user_id = actor
          or (c.user_id is null and lower(c.email) = (select email from account))
        else lower(c.email) = lower(with_email) end
    order by c.user_id is null limit 1
  )
  select case when b.is_account then b.tags else '{}' end, b.order_count > 0, coalesce((
    select jsonb_object_agg(u.discount_id, u.n) from (
      select u.discount_id, count(*) as n from shop.discount_uses u
      join shop.orders o on o.store_id = u.store_id and o.id = u.order_id
      where u.store_id = of_store and u.discount_id = any(of_discounts) and o.customer_id = b.id group by 1) u), '{}')
  from buyer b
$$;

grant execute on function door.buyer_for to {{app}}, {{catalogue}}, {{worker}};
