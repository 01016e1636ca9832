-- A paid order makes one review of each of its products a verified buyer's; a review that is removed frees it again.
alter table shop.reviews add column order_id uuid,
  add foreign key (store_id, order_id) references shop.orders;
create unique index one_review_of_an_order on shop.reviews (store_id, order_id, product_id) where order_id is not null;

drop function door.reviewer(uuid, uuid);
drop function door.reviewer_of_order(uuid, text, text, bytea);

-- The customer of the account, and the first of their paid orders with the product that no review stands on yet.
create function door.reviewer(actor uuid, of_product uuid) returns table (customer_id uuid, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.id, (select o.id from shop.orders o
    where o.store_id = shop.current_store() and o.customer_id = c.id
      and o.paid_at is not null and o.payment_state <> 'refunded' and o.deleted_at is null
      and exists (select from shop.order_items i
        where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
      and not exists (select from shop.reviews r
        where r.store_id = o.store_id and r.order_id = o.id and r.product_id = of_product)
    order by o.paid_at, o.id limit 1)
  from door.customer_of(actor, shop.current_store(), 'store', null) c (id) where c.id is not null
$$;

-- The paid order with the product, known by its key or by its number and e-mail, unless a review stands on it; and, by its
-- key, whose it is.
create function door.reviewer_of_order(of_product uuid, reference text, with_email text, with_key bytea)
returns table (customer_id uuid, order_id uuid)
language sql stable security definer set search_path = '' as $$
  select case when o.key_hash = with_key then o.customer_id end,
    case when not exists (select from shop.reviews r
      where r.store_id = o.store_id and r.order_id = o.id and r.product_id = of_product) then o.id end
  from shop.orders o
  where o.store_id = shop.current_store() and o.deleted_at is null
    and (o.order_number = upper(reference)
      or o.id = case when reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then reference::uuid end)
    and (o.key_hash = with_key or lower(o.email) = lower(with_email))
    and o.paid_at is not null and o.payment_state <> 'refunded'
    and exists (select from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
  limit 1
$$;

-- Once nobody is named in an order, nothing says which review was theirs.
grant update (order_id) on shop.reviews to {{doors}};
create function door.forget_order_of_review() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update shop.reviews r set order_id = null where r.store_id = new.store_id and r.order_id = new.id;
  return null;
end $$;

-- Whether a review's picture may be opened: by anybody while its review is shown, by whom it was handed to (sealed) while it is there.
create function door.is_review_picture_open(of_key text, sealed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.review_photos f
    join shop.reviews r on r.store_id = f.store_id and r.id = f.review_id
    join shop.products p on p.store_id = r.store_id and p.id = r.product_id
    join shop.stores s on s.id = f.store_id
    where f.key = of_key and s.deleted_at is null
      and (sealed or (r.status = 'APPROVED' and p.deleted_at is null and p.status = 'ACTIVE' and p.published_at <= now())))
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('reviewer', 'reviewer_of_order', 'forget_order_of_review', 'is_review_picture_open') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    if f.proname = 'is_review_picture_open' then execute format('grant execute on function %s to {{catalogue}}', f.name);
    elsif f.proname = 'forget_order_of_review' then execute format('grant execute on function %s to current_user', f.name);
    else execute format('grant execute on function %s to {{app}}, {{worker}}', f.name); end if;
  end loop;
end $$;
create trigger forget_order_of_review after update of email on shop.orders for each row
  when (old.email is not null and new.email is null) execute function door.forget_order_of_review();
