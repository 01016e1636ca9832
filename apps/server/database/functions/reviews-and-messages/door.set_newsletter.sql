-- Subscribes a customer without a confirmation email, for callers that know that the email is verified; or unsubscribes
-- the customer and voids the link in the last email.
create or replace function door.set_newsletter(of_customer uuid, wanted boolean, new_id uuid, dead_hash bytea, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  address text;
begin
  select lower(c.email) into address from shop.customers c
    where c.store_id = of_store and c.id = of_customer and c.erased_at is null
      and (shop.current_scope() in ('staff', 'system') or c.id = shop.current_customer());
  if address is null then raise exception 'no such customer' using errcode = 'VT404'; end if;
  if wanted then
    insert into shop.subscriptions as s (store_id, id, email, source, token_hash, created_at, requested_at, confirmed_at)
      values (of_store, new_id, address, 'newsletter', dead_hash, at, at, at)
      on conflict (store_id, lower(email), source, variant_id) do update set confirmed_at = coalesce(s.confirmed_at, at);
  else
    update shop.subscriptions s set was_confirmed_at = s.confirmed_at, confirmed_at = null, unsubscribed_at = at, token_hash = dead_hash
      where s.store_id = of_store and lower(s.email) = address and s.source = 'newsletter' and s.confirmed_at is not null;
  end if;
end $$;

grant execute on function door.set_newsletter to {{app}}, {{worker}};
