-- Pictures that came with a review, under a key nobody can guess: shown once the review is approved, gone with it.
create table shop.review_photos (
  store_id uuid not null,
  review_id uuid not null,
  id uuid not null,
  key text not null,
  width int not null,
  height int not null,
  widths int[] not null,
  bytes int not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, review_id) references shop.reviews on delete cascade
);
create index review_photos_of_review on shop.review_photos (store_id, review_id, id);
create index review_photos_by_key on shop.review_photos (key);
call shop.protect('shop.review_photos', 'staff');
create policy of_customer on shop.review_photos for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.reviews r where r.store_id = review_photos.store_id and r.id = review_id and r.customer_id = shop.current_customer()));

create view catalogue.review_photos as
  select p.store_id, p.review_id, p.id, p.key, p.width, p.height, p.widths
  from shop.review_photos p join shop.reviews r on r.store_id = p.store_id and r.id = p.review_id where r.status = 'APPROVED';
alter view catalogue.review_photos owner to {{doors}};
grant select on catalogue.review_photos to {{catalogue}}, {{app}}, {{worker}};

grant execute on function door.note_dropped_picture() to current_user;
create trigger note_dropped_picture after delete on shop.review_photos for each row execute function door.note_dropped_picture();

-- As before; a review's picture keeps its files, too.
create or replace function door.forget_dropped_picture(of_key text) returns boolean
language sql volatile security definer set search_path = '' as $$
  with noted as (delete from shop.dropped_pictures d where d.key = of_key returning 1)
  select exists (select from noted)
    and not exists (select from shop.media m where m.key = of_key)
    and not exists (select from shop.images i where i.key = of_key)
    and not exists (select from shop.review_photos p where p.key = of_key)
    and not exists (select from shop.imported_pictures p where p.key = of_key)
    and not exists (select from shop.stores s where strpos(s.home::text, of_key) > 0 or strpos(coalesce(s.social_image, ''), of_key) > 0)
$$;

-- Who wrote a review has an hour to add pictures, while nobody has decided on it. Answers ADDED, MISSING, FULL (this review)
-- or WAITING (too many in the store that nobody has looked at).
create function door.add_review_photo(of_review uuid, photo jsonb, most int, most_waiting int, at timestamptz) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
begin
  perform from shop.reviews r where r.store_id = of_store and r.id = of_review and r.status = 'PENDING'
    and r.created_at > at - interval '1 hour' for no key update;
  if not found then return 'MISSING'; end if;
  if (select count(*) from shop.review_photos p where p.store_id = of_store and p.review_id = of_review) >= most then
    return 'FULL';
  end if;
  if (select count(*) from (select from shop.reviews r join shop.review_photos p on p.store_id = r.store_id and p.review_id = r.id
      where r.store_id = of_store and r.status = 'PENDING' limit most_waiting) waiting) >= most_waiting then
    return 'WAITING';
  end if;
  insert into shop.review_photos (store_id, review_id, id, key, width, height, widths, bytes, created_at)
    select of_store, of_review, p.id, p.key, p.width, p.height, p.widths, p.bytes, at
    from jsonb_to_record(photo) as p (id uuid, key text, width int, height int, widths int[], bytes int);
  return 'ADDED';
end $$;

-- Who is forgotten is seen in no picture either.
create function door.forget_review_photos() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from shop.review_photos p where p.store_id = new.store_id and p.review_id = new.id;
  return null;
end $$;

-- Whether a paid order, known by its key or by its number and e-mail, holds the product; and, by its key, whose it is.
create function door.reviewer_of_order(of_product uuid, reference text, with_email text, with_key bytea)
returns table (customer_id uuid, has_bought boolean)
language sql stable security definer set search_path = '' as $$
  select case when o.key_hash = with_key then o.customer_id end, true
  from shop.orders o
  where o.store_id = shop.current_store() and o.deleted_at is null
    and (o.order_number = upper(reference)
      or o.id = case when reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then reference::uuid end)
    and (o.key_hash = with_key or lower(o.email) = lower(with_email))
    and o.paid_at is not null and o.payment_state <> 'refunded'
    and exists (select from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id and i.product_id = of_product)
  limit 1
$$;

grant insert, delete on shop.review_photos to {{doors}};
do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('add_review_photo', 'forget_review_photos', 'reviewer_of_order') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    if f.proname <> 'forget_review_photos' then execute format('grant execute on function %s to {{app}}, {{worker}}', f.name); end if;
  end loop;
end $$;
grant execute on function door.forget_review_photos() to current_user;
create trigger forget_review_photos after update of customer_id on shop.reviews for each row
  when (old.customer_id is not null and new.customer_id is null) execute function door.forget_review_photos();
