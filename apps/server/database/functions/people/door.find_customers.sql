-- Ids of customers whose email, name, last name or phone begins with the text. LIKE is not leakproof, so no index would serve
-- it under a policy; prefixes are ranges instead.
create or replace function door.find_customers(prefix text, digits text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  (select c.id from shop.customers c where c.store_id = shop.current_store() and c.erased_at is null
    and lower(c.email) operator(pg_catalog.~>=~) lower(prefix) and lower(c.email) operator(pg_catalog.~<~) (lower(prefix) || U&'\+10FFFF'))
  union
  (select c.id from shop.customers c where c.store_id = shop.current_store() and c.erased_at is null
    and lower(c.name) operator(pg_catalog.~>=~) lower(prefix) and lower(c.name) operator(pg_catalog.~<~) (lower(prefix) || U&'\+10FFFF'))
  union
  (select c.id from shop.customers c where c.store_id = shop.current_store() and c.erased_at is null
    and lower(substring(c.name from '[^ ]+$')) operator(pg_catalog.~>=~) lower(prefix)
    and lower(substring(c.name from '[^ ]+$')) operator(pg_catalog.~<~) (lower(prefix) || U&'\+10FFFF'))
  union
  (select c.id from shop.customers c where digits <> '' and c.store_id = shop.current_store() and c.erased_at is null
    and c.phone is not null and regexp_replace(c.phone, '[^0-9]', '', 'g') operator(pg_catalog.~>=~) digits
    and regexp_replace(c.phone, '[^0-9]', '', 'g') operator(pg_catalog.~<~) (digits || U&'\+10FFFF'))
$$;

grant execute on function door.find_customers to {{app}}, {{worker}};
