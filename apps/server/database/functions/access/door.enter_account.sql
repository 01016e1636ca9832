-- Gives the transaction access to its store as the account's customer, who is created if needed. Returns no row if the
-- account's email is not verified.
create or replace function door.enter_account(actor uuid, new_id uuid, at timestamptz) returns table (id uuid, was text)
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  mine record;
begin
  select * into mine from door.customer_of_account(actor, of_store, new_id, at);
  if mine.id is null then return; end if;
  perform door.enter_customer(actor, of_store);
  return query select mine.id, mine.was;
end $$;

grant execute on function door.enter_account to {{app}}, {{worker}};
