-- Whether an order counts for its customer, for reviews and for what is bought together: it is paid, and a test order only
-- while its store is in TEST mode.
create function door.does_order_count(o shop.orders) returns boolean
language sql stable security definer set search_path = '' as $$
  select o.paid_at is not null and o.payment_state <> 'refunded' and o.deleted_at is null
    and (o.payment_environment = 'LIVE'
      or exists (select from shop.stores s where s.id = o.store_id and s.environment = 'TEST'))
$$;

-- As before, but test orders count in a TEST store alone.
create or replace function door.count_order() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    update shop.customers set order_count = order_count - 1, spent_minor = spent_minor - old.total_minor
    where store_id = old.store_id and id = old.customer_id and door.does_order_count(old);
  end if;
  update shop.customers set order_count = order_count + 1, spent_minor = spent_minor + new.total_minor,
    last_order_at = greatest(last_order_at, new.created_at)
  where store_id = new.store_id and id = new.customer_id and door.does_order_count(new);
  return null;
end $$;

-- Where a store's mode changes, the counts of who has test orders are made again. In a LIVE store no test order verifies a
-- review. Customers are locked before their orders are counted, so that no count is lost.
create function door.count_test_orders(of_store uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  testers uuid[];
begin
  select array_agg(t.id) into testers from (
    select c.id from shop.customers c where c.store_id = of_store and c.id in (
      select o.customer_id from shop.orders o where o.store_id = of_store and o.payment_environment = 'TEST')
    order by c.id for no key update) t;
  update shop.customers c set order_count = n.orders, spent_minor = n.spent
    from (select o.customer_id, count(*) filter (where door.does_order_count(o)) as orders,
        coalesce(sum(o.total_minor) filter (where door.does_order_count(o)), 0) as spent
      from shop.orders o where o.store_id = of_store and o.customer_id = any(testers) group by 1) n
    where c.store_id = of_store and c.id = n.customer_id;
  update shop.reviews r set verified = false from shop.orders o, shop.stores s
    where r.store_id = of_store and r.verified and o.store_id = of_store and o.id = r.order_id
      and o.payment_environment = 'TEST' and s.id = of_store and s.environment = 'LIVE';
end $$;
create function door.follow_mode() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform door.count_test_orders(new.id);
  return null;
end $$;
grant update (verified) on shop.reviews to {{doors}};

-- As before, but by an order that counts.
create or replace function door.reviewer(actor uuid, of_product uuid) returns table (customer_id uuid, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.id, (select o.id from shop.orders o
    where o.store_id = shop.current_store() and o.customer_id = c.id and door.does_order_count(o)
      and exists (select from shop.order_items i
        where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
      and not exists (select from shop.reviews r
        where r.store_id = o.store_id and r.order_id = o.id and r.product_id = of_product)
    order by o.paid_at, o.id limit 1)
  from door.customer_of(actor, shop.current_store(), 'store', null) c (id) where c.id is not null
$$;

-- As before, but by an order that counts.
create or replace function door.reviewer_of_order(of_product uuid, reference text, with_email text, with_key bytea)
returns table (customer_id uuid, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select case when o.key_hash = with_key then o.customer_id end,
    case when not exists (select from shop.reviews r
      where r.store_id = o.store_id and r.order_id = o.id and r.product_id = of_product) then o.id end
  from shop.orders o
  where o.store_id = shop.current_store()
    and (o.order_number = upper(reference)
      or o.id = case when reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then reference::uuid end)
    and (o.key_hash = with_key or lower(o.email) = lower(with_email))
    and door.does_order_count(o)
    and exists (select from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
  limit 1
$$;

-- As before, but of orders that count.
create or replace function door.bought_together(of_store uuid, of_product uuid, most int) returns table (product_id uuid, orders bigint)
language sql stable security definer set search_path = '' rows 20 as $$
  select i.product_id, count(distinct i.order_id)
  from (select order_id from shop.order_items where store_id = of_store and product_id = of_product order by id desc limit 300) l
  join shop.orders o on o.store_id = of_store and o.id = l.order_id and door.does_order_count(o)
  join shop.order_items i on i.store_id = of_store and i.order_id = o.id and i.product_id <> of_product
  group by 1 order by 2 desc, max(o.created_at) desc, 1 limit most
$$;

do $$
declare f text;
begin
  foreach f in array '{does_order_count(shop.orders),count_test_orders(uuid),follow_mode()}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
  end loop;
end $$;
set role {{doors}};
select door.count_test_orders(s.id) from shop.stores s where s.environment = 'LIVE';
reset role;
grant execute on function door.follow_mode() to current_user;
create trigger follow_mode after update of environment on shop.stores for each row
  when (old.environment is distinct from new.environment) execute function door.follow_mode();
