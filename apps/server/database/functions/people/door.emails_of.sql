-- Returns the emails by which an erasure finds a customer's data, each with the period in which such data is the customer's.
-- Omits former emails that another customer or a verified account has now.
create or replace function door.emails_of(c shop.customers) returns table (email text, since timestamptz, until timestamptz)
language sql stable security definer set search_path = '' as $$
  select lower(c.email), '-infinity'::timestamptz, 'infinity'::timestamptz where c.email is not null
  union all
  select f.email, f.since, f.until from unnest(c.former_emails, c.former_emails_since, c.former_emails_until) f (email, since, until)
  where f.email is distinct from lower(c.email) and not exists (select from shop.customers o
      where o.store_id = c.store_id and lower(o.email) = f.email and o.erased_at is null and o.id <> c.id)
    and not exists (select from shop.users u where lower(u.email) = f.email and u.deleted_at is null
      and u.email_verified_at is not null and u.id is distinct from c.user_id)
$$;
