-- Where a product was before it moved: the old address leads to it until another product stands there.
create table shop.product_links (
  store_id uuid not null,
  link text not null,
  product_id uuid not null,
  moved_at timestamptz not null default now(),
  primary key (store_id, link),
  foreign key (store_id, product_id) references shop.products
);
create index product_links_by_product on shop.product_links (store_id, product_id);
call shop.protect('shop.product_links', 'catalogue');
create view catalogue.product_links as select store_id, link, product_id from shop.product_links;
alter view catalogue.product_links owner to {{doors}};
grant select on catalogue.product_links to {{catalogue}}, {{app}}, {{worker}};

-- What was bought in one order with a product, the most often first, of its latest orders: bounded whatever its age.
create index order_items_by_product on shop.order_items (store_id, product_id, id desc);
create function door.bought_together(of_store uuid, of_product uuid, most int) returns table (product_id uuid, orders bigint)
language sql stable security definer set search_path = '' rows 20 as $$
  select i.product_id, count(distinct i.order_id)
  from (select order_id from shop.order_items where store_id = of_store and product_id = of_product order by id desc limit 300) l
  join shop.orders o on o.store_id = of_store and o.id = l.order_id and o.paid_at is not null and o.deleted_at is null
    and o.payment_state <> 'refunded'
  join shop.order_items i on i.store_id = of_store and i.order_id = o.id and i.product_id <> of_product
  group by 1 order by 2 desc, max(o.created_at) desc, 1 limit most
$$;
alter function door.bought_together(uuid, uuid, int) owner to {{doors}};
revoke all on function door.bought_together(uuid, uuid, int) from public;
grant execute on function door.bought_together(uuid, uuid, int) to {{catalogue}}, {{app}}, {{worker}};
