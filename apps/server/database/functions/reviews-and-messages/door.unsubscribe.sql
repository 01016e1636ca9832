-- Ends a subscription and voids a link that was sent before. Returns true for repeated calls too, which neither lock nor
-- write its row, and false if there is no such subscription.
create or replace function door.unsubscribe(of_subscription uuid, dead_hash bytea, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from shop.subscriptions s where s.store_id = shop.current_store() and s.id = of_subscription
      and s.confirmed_at is null and s.unsubscribed_at >= s.requested_at) then
    return true;
  end if;
  update shop.subscriptions s set was_confirmed_at = coalesce(s.confirmed_at, s.was_confirmed_at), confirmed_at = null,
    unsubscribed_at = at, token_hash = dead_hash
    where s.store_id = shop.current_store() and s.id = of_subscription;
  return found;
end $$;

grant execute on function door.unsubscribe to {{app}}, {{worker}};
