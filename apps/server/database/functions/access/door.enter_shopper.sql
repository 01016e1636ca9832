-- Gives the transaction the access that any shopper has to a store: reading the catalogue and, for example, adding a
-- review.
create or replace function door.enter_shopper(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.require_open_store(of_store);
  perform door.enter(of_store, 'shopper', '');
end $$;

grant execute on function door.enter_shopper to {{app}}, {{worker}};
