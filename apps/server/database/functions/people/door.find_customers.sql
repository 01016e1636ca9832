-- Ids of customers whose email, full name, last name or phone begins with the text. Compares prefixes as ranges,
-- because LIKE is not leakproof and so can't use an index under row-level security. Returns at most max_each matches by
-- each column; null: all.
create or replace function door.find_customers(prefix text, digits text, max_each int) returns setof uuid
language sql stable security definer set search_path = '' as $$
  (select c.id from shop.customers c where c.store_id = shop.current_store() and c.erased_at is null
    and lower(c.email) operator(pg_catalog.~>=~) lower(prefix) and lower(c.email) operator(pg_catalog.~<~) (lower(prefix) || U&'\+10FFFF')
    order by lower(c.email) using operator(pg_catalog.~<~) limit max_each)
  union
  (select c.id from shop.customers c where c.store_id = shop.current_store() and c.erased_at is null
    and lower(c.name) operator(pg_catalog.~>=~) lower(prefix) and lower(c.name) operator(pg_catalog.~<~) (lower(prefix) || U&'\+10FFFF')
    order by lower(c.name) using operator(pg_catalog.~<~) limit max_each)
  union
  (select c.id from shop.customers c where c.store_id = shop.current_store() and c.erased_at is null
    and lower(substring(c.name from '[^ ]+$')) operator(pg_catalog.~>=~) lower(prefix)
    and lower(substring(c.name from '[^ ]+$')) operator(pg_catalog.~<~) (lower(prefix) || U&'\+10FFFF')
    order by lower(substring(c.name from '[^ ]+$')) using operator(pg_catalog.~<~) limit max_each)
  union
  (select c.id from shop.customers c where digits <> '' and c.store_id = shop.current_store() and c.erased_at is null
    and c.phone is not null and regexp_replace(c.phone, '[^0-9]', '', 'g') operator(pg_catalog.~>=~) digits
    and regexp_replace(c.phone, '[^0-9]', '', 'g') operator(pg_catalog.~<~) (digits || U&'\+10FFFF')
    order by regexp_replace(c.phone, '[^0-9]', '', 'g') using operator(pg_catalog.~<~) limit max_each)
$$;

grant execute on function door.find_customers to {{app}}, {{worker}};
