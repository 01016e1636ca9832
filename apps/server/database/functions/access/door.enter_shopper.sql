-- Enters a store as any shopper, who can read the catalogue and, for example, add a review.
create or replace function door.enter_shopper(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.require_open_store(of_store);
  perform door.enter(of_store, 'shopper', '');
end $$;

grant execute on function door.enter_shopper to {{app}}, {{worker}};
