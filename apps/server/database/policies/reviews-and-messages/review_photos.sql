call shop.protect('shop.review_photos', 'staff');
create policy of_customer on shop.review_photos for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.reviews r where r.store_id = review_photos.store_id and r.id = review_id and r.customer_id = shop.current_customer()));
grant insert, delete on shop.review_photos to {{doors}};
