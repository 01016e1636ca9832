-- Whether another job with the same kind and key is waiting, so that this job need not run again.
create or replace function door.is_replaced(j shop.jobs) returns boolean
language sql stable security definer set search_path = '' as $$
  select j.key is not null and exists (select from shop.jobs w
    where w.kind = j.kind and w.key = j.key and w.claimed_by is null and w.failed_at is null)
$$;
