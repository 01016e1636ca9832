-- The number of a product's approved reviews by rating and fit ('' for none), kept by a trigger.
create table shop.review_counts (
  store_id uuid not null,
  product_id uuid not null,
  rating int not null,
  fit text not null,
  reviews int not null,
  primary key (store_id, product_id, rating, fit),
  foreign key (store_id, product_id) references shop.products
);
insert into shop.review_counts (store_id, product_id, rating, fit, reviews)
  select store_id, product_id, rating, coalesce(fit, ''), count(*) from shop.reviews where status = 'APPROVED' group by 1, 2, 3, 4;

-- Lists a product's most critical reviews first.
create index reviews_by_rating on shop.reviews (store_id, product_id, rating, created_at desc, id desc) where status = 'APPROVED';
