-- Whether a waiting job has the key of a claimed one, so that the claimed one need not run again.
create or replace function door.is_replaced(j shop.jobs) returns boolean
language sql stable security definer set search_path = '' as $$
  select j.key is not null and exists (select from shop.jobs w
    where w.kind = j.kind and w.key = j.key and w.claimed_by is null and w.failed_at is null)
$$;
