-- Returns the facts about a signed-in customer that discounts depend on; no row for a new customer. has_ordered and uses
-- (by discount) cover all customers with the same mailbox, because an account may have ordered as a guest, and a mailbox
-- can have many addresses. A mailbox with more than 1,000 customers (hence limit 1001) can't be one person's, so it
-- counts as having ordered and used up every discount.
create or replace function door.buyer_for(of_store uuid, actor uuid, of_discounts uuid[])
returns table (tags text[], has_ordered boolean, uses jsonb)
language sql stable security definer set search_path = '' as $$
  with account as (
    select lower(u.email) as email from shop.users u
    where u.id = actor and u.deleted_at is null and u.email_verified_at is not null
  ), buyer as (
    select c.id, c.tags, c.mailbox from shop.customers c
    where c.store_id = of_store and c.erased_at is null
      and (c.user_id = actor or (c.user_id is null and lower(c.email) = (select email from account)))
    order by c.user_id is null limit 1
  ), people as materialized (
    select c.id, c.order_count from shop.customers c join buyer b on c.mailbox = b.mailbox
    where c.store_id = of_store and c.erased_at is null limit 1001
  ), many as materialized (
    select count(*) > 1000 as yes from people
  )
  select b.tags, (select yes from many) or
    exists (select from people p where p.order_count > 0) or exists (
      select from people p join shop.orders o on o.store_id = of_store and o.customer_id = p.id
      join shop.discount_uses u on u.store_id = of_store and u.order_id = o.id
      join shop.discounts d on d.store_id = of_store and d.id = any(u.discount_ids) and d.first_order_only),
    case when (select yes from many) then (select jsonb_object_agg(d.id, 10000) from unnest(of_discounts) d(id)) else coalesce((
      select jsonb_object_agg(n.discount_id, n.uses) from (
        select d.id as discount_id, count(*) as uses from people p
        join shop.orders o on o.store_id = of_store and o.customer_id = p.id
        join shop.discount_uses u on u.store_id = of_store and u.order_id = o.id
        cross join unnest(u.discount_ids) d(id)
        where d.id = any(of_discounts) group by 1) n), '{}') end
  from buyer b
$$;

grant execute on function door.buyer_for to {{app}}, {{catalogue}}, {{worker}};
