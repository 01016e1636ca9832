-- Keeps the newest 100 periods in which a customer had a former email. An email that they had twice has two periods,
-- because data left with the email in between belongs to another person.
create or replace function shop.keep_former_email() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Not earlier than any time that this transaction or a previous one has written.
  changed timestamptz := greatest(clock_timestamp(), new.updated_at);
  -- The start of the period in which the customer had the old email. An account's email was verified, so the period has
  -- no start. A guest's begins a minute before the guest was created, because they may have left data shortly before
  -- the order.
  began timestamptz := case when old.user_id is not null then '-infinity'
    else coalesce(old.email_since, old.created_at - interval '1 minute') end;
begin
  new.email_since := changed;
  select array_agg(f.email order by f.position), array_agg(f.since order by f.position), array_agg(f.until order by f.position)
    into new.former_emails, new.former_emails_since, new.former_emails_until
    from (
      select f.email, f.since, f.until, f.position from unnest(old.former_emails, old.former_emails_since, old.former_emails_until)
        with ordinality f (email, since, until, position) where f.email <> lower(old.email) or began > '-infinity'
      union all select lower(old.email), began, changed, cardinality(old.former_emails) + 1
      order by position desc limit 100) f;
  return new;
end $$;
