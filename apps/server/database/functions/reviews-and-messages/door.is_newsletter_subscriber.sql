-- Whether a customer is subscribed to the newsletter. SECURITY DEFINER, because customers can't read the table of
-- subscriptions.
create or replace function door.is_newsletter_subscriber(of_customer uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.customers c join shop.subscriptions s on s.store_id = c.store_id
      and lower(s.email) = lower(c.email) and s.source = 'newsletter' and s.confirmed_at is not null
    where c.store_id = shop.current_store() and c.id = of_customer
      and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer()))
$$;

grant execute on function door.is_newsletter_subscriber to {{app}}, {{worker}};
