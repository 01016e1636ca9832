-- Keeps the newest 100 former emails of a customer, without duplicates, each with the time when the customer stopped
-- using it.
create or replace function shop.keep_former_email() returns trigger
language plpgsql set search_path = '' as $$
begin
  select array_agg(f.email order by f.position), array_agg(f.until order by f.position)
    into new.former_emails, new.former_emails_until
    from (
      select f.email, f.until, f.position from unnest(old.former_emails, old.former_emails_until)
        with ordinality f (email, until, position) where f.email not in (lower(old.email), lower(new.email))
      -- No earlier than anything that this transaction or a previous one has written.
      union all select lower(old.email), greatest(clock_timestamp(), new.updated_at), cardinality(old.former_emails) + 1
      order by position desc limit 100) f;
  return new;
end $$;
