-- How many mails are queued, and how many were not delivered in the last 30 days.
create or replace function door.count_mails() returns table (waiting int, undelivered int)
language sql stable security definer set search_path = '' as $$
  select (select count(*)::int from shop.mails where ended_at is null)
      + (select count(*)::int from shop.account_mails where ended_at is null),
    (select count(*)::int from shop.mails where ended_at is not null and outcome in ('refused', 'given up'))
      + (select count(*)::int from shop.account_mails where ended_at is not null and outcome in ('refused', 'given up'))
$$;

grant execute on function door.count_mails to {{worker}};
