-- The facts that limit which emails a store may send. has_sold: a provider has taken real money for the store.
-- is_established: an owner's account is older than a day, or the store has no owner. is_staff: the recipient works in
-- the store, with a verified address. is_contact: the recipient is the store's verified contact address. is_paid: a
-- provider took real money for the order, and the order's email has not changed since. is_recorded: is_paid is false,
-- but the order counts as paid with real money, which staff can record for any order. callers: hashes of the IP address
-- and network from which the order was placed.
create or replace function door.mail_facts(of_store uuid, of_recipient text, of_order uuid)
returns table (has_sold boolean, owner uuid, is_established boolean, is_staff boolean, is_contact boolean, is_paid boolean,
  is_recorded boolean, callers text[])
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.payments p
      where p.store_id = of_store and p.provider is not null and p.environment = 'LIVE' and p.state = 'completed'),
    door.owner_of_store(of_store),
    coalesce((select bool_or(u.created_at < now() - interval '1 day') from door.owners_of(of_store) o(id)
      join shop.users u on u.id = o.id), true),
    exists (select from shop.role_assignments a
      join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type <> 'CUSTOMER'
      join shop.users u on u.id = a.user_id and u.deleted_at is null and u.email_verified_at is not null
      where a.store_id = of_store and a.joined and lower(u.email) = lower(of_recipient)),
    coalesce(lower(of_recipient) = s.proven_contact_email and lower(of_recipient) = lower(s.contact ->> 'email'), false),
    m.is_paid,
    not m.is_paid and exists (select from shop.orders o where o.store_id = of_store and o.id = of_order
      and o.payment_environment = 'LIVE' and o.total_minor > 0),
    coalesce((select o.mail_callers from shop.orders o where o.store_id = of_store and o.id = of_order), '{}')
  from shop.stores s cross join lateral (
    select exists (select from shop.payments p where p.store_id = of_store and p.order_id = of_order
      and p.provider is not null and p.environment = 'LIVE' and p.state in ('completed', 'refunded')
      and not exists (select from shop.order_events e where e.store_id = of_store and e.order_id = of_order
        and e.kind = 'details-changed' and e.data -> 'changed' ? 'email' and e.created_at > p.created_at)) as is_paid) m
  where s.id = of_store
$$;

grant execute on function door.mail_facts to {{app}}, {{worker}};
