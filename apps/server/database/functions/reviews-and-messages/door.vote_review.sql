-- Adds or removes a voter's helpful vote. Returns the review's product, its number of votes, and whether the number
-- changed; no row if the review is not shown. Ignores votes beyond `network_max` from the voter's network. Locking the
-- review's row serializes its votes.
create or replace function door.vote_review(of_review uuid, with_voter bytea, of_network bytea, network_max int, helpful boolean,
  at timestamptz)
returns table (product_id uuid, count int, changed boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  change int := 0;
begin
  perform from shop.reviews r join shop.products p on p.store_id = r.store_id and p.id = r.product_id
    where r.store_id = of_store and r.id = of_review and r.status = 'APPROVED'
      and p.deleted_at is null and p.status = 'ACTIVE' and p.published_at <= now()
    for no key update of r;
  if not found then return; end if;
  if helpful then
    insert into shop.review_votes (store_id, review_id, voter, network, created_at)
      select of_store, of_review, with_voter, of_network, at
      where of_network is null or network_max > (select count(*) from shop.review_votes v
        where v.store_id = of_store and v.review_id = of_review and v.network = of_network)
      on conflict do nothing;
    if found then change := 1; end if;
  else
    delete from shop.review_votes v where v.store_id = of_store and v.review_id = of_review and v.voter = with_voter;
    if found then change := -1; end if;
  end if;
  if change <> 0 then
    update shop.reviews r set helpful_count = r.helpful_count + change where r.store_id = of_store and r.id = of_review;
  end if;
  return query select r.product_id, r.helpful_count, change <> 0 from shop.reviews r
    where r.store_id = of_store and r.id = of_review;
end $$;

grant execute on function door.vote_review to {{app}}, {{worker}};
