-- Whether a review's picture may be opened: by anyone while the review is shown, or with a signed link for as long as the
-- picture and its store exist.
create or replace function door.is_review_picture_open(of_key text, sealed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.review_photos f
    join shop.reviews r on r.store_id = f.store_id and r.id = f.review_id
    join shop.products p on p.store_id = r.store_id and p.id = r.product_id
    join shop.stores s on s.id = f.store_id
    where f.key = of_key and s.deleted_at is null
      and (sealed or (r.status = 'APPROVED' and p.deleted_at is null and p.status = 'ACTIVE' and p.published_at <= now())))
$$;

grant execute on function door.is_review_picture_open to {{catalogue}};
