-- Ends a subscription. Returns true for repeated calls too, and false if there is no such subscription.
create or replace function door.unsubscribe(of_subscription uuid, dead_hash bytea, at timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  update shop.subscriptions s set was_confirmed_at = coalesce(s.confirmed_at, s.was_confirmed_at), confirmed_at = null,
    unsubscribed_at = coalesce(case when s.confirmed_at is null then s.unsubscribed_at end, at), token_hash = dead_hash
    where s.store_id = shop.current_store() and s.id = of_subscription;
  return found;
end $$;

grant execute on function door.unsubscribe to {{app}}, {{worker}};
