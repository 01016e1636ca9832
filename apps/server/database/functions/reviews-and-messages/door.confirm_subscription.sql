-- Confirms a subscription. is_new is false if it was confirmed before: such calls neither lock nor write its row.
create or replace function door.confirm_subscription(with_token_hash bytea, at timestamptz)
returns table (id uuid, email text, is_new boolean)
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_repeated boolean := exists (select from shop.subscriptions s
    where s.store_id = shop.current_store() and s.token_hash = with_token_hash and s.confirmed_at is not null);
begin
  if not is_repeated then
    return query update shop.subscriptions s set confirmed_at = at
      where s.store_id = shop.current_store() and s.token_hash = with_token_hash and s.confirmed_at is null
      returning s.id, s.email, true;
    if found then return; end if;
  end if;
  return query select s.id, s.email, false from shop.subscriptions s
    where s.store_id = shop.current_store() and s.token_hash = with_token_hash and s.confirmed_at is not null;
end $$;

grant execute on function door.confirm_subscription to {{app}}, {{worker}};
