-- Reviews are moderated and answered by the store, and found helpful by who reads them.
alter table shop.reviews
  add column version int not null default 1,
  add column reply text,
  add column replied_at timestamptz,
  add column moderated_at timestamptz,
  add column helpful_count int not null default 0 check (helpful_count >= 0),
  add check ((reply is null) = (replied_at is null));
create index reviews_by_status on shop.reviews (store_id, status, created_at desc, id desc);
create index reviews_newest on shop.reviews (store_id, created_at desc, id desc);
create index reviews_of_product on shop.reviews (store_id, product_id, created_at desc, id desc);

-- Whoever hands a review in does not approve it.
create policy handed_in on shop.reviews as restrictive for insert to {{app}}, {{worker}}
  with check (shop.current_scope() in ('staff', 'system')
    or (status = 'PENDING' and reply is null and helpful_count = 0));

-- One visitor's voice; voter is a hash that is another for each review, so that rows tell of nobody what they read.
create table shop.review_votes (
  store_id uuid not null,
  review_id uuid not null,
  voter bytea not null,
  created_at timestamptz not null default now(),
  primary key (store_id, review_id, voter),
  foreign key (store_id, review_id) references shop.reviews on delete cascade
);
call shop.protect('shop.review_votes', 'staff');

create or replace view catalogue.reviews as
  select store_id, id, product_id, name, rating, title, content, fit, verified, created_at, reply, replied_at, helpful_count
  from shop.reviews where status = 'APPROVED';

-- What a review's product is and how many found it helpful, this voter counted or not; no row where it is not shown.
create function door.vote_review(of_review uuid, with_voter bytea, helpful boolean, at timestamptz)
returns table (product_id uuid, count int)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  change int := 0;
begin
  if not exists (select from shop.reviews r join shop.products p on p.store_id = r.store_id and p.id = r.product_id
    where r.store_id = of_store and r.id = of_review and r.status = 'APPROVED'
      and p.deleted_at is null and p.status = 'ACTIVE' and p.published_at <= now()) then return; end if;
  if helpful then
    insert into shop.review_votes (store_id, review_id, voter, created_at)
      values (of_store, of_review, with_voter, at) on conflict do nothing;
    if found then change := 1; end if;
  else
    delete from shop.review_votes v where v.store_id = of_store and v.review_id = of_review and v.voter = with_voter;
    if found then change := -1; end if;
  end if;
  return query update shop.reviews r set helpful_count = r.helpful_count + change
    where r.store_id = of_store and r.id = of_review returning r.product_id, r.helpful_count;
end $$;
grant insert, delete on shop.review_votes to {{doors}};
grant update (helpful_count) on shop.reviews to {{doors}};
alter function door.vote_review(uuid, bytea, boolean, timestamptz) owner to {{doors}};
revoke all on function door.vote_review(uuid, bytea, boolean, timestamptz) from public;
grant execute on function door.vote_review(uuid, bytea, boolean, timestamptz) to {{app}}, {{worker}};
