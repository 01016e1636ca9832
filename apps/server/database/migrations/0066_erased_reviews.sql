-- A hash of each review whose author was erased (shop.review_hash). By it, an import recognizes the review in an older
-- file, even after the review was deleted or its product's link changed.
create table shop.erased_reviews (
  store_id uuid not null references shop.stores,
  hash bytea not null,
  primary key (store_id, hash)
);
insert into shop.erased_reviews (store_id, hash)
  select store_id, sha256(convert_to(concat_ws(' ', store_id, floor(extract(epoch from created_at) * 1000)::bigint, title), 'UTF8'))
  from shop.reviews where name = 'Former customer' and customer_id is null
  on conflict do nothing;
