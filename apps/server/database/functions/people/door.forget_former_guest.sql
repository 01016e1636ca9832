-- Deletes the guest whom an order was just moved away from, if the guest was created with an order and has nothing
-- else. A guest left behind with a mistyped email and the buyer's name would not be found when the buyer is erased.
create or replace function door.forget_former_guest(former uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
begin
  -- A guest who was created with an order has the same created_at as the order, unlike guests that staff created.
  perform door.forget_guests(array(select c.id from shop.customers c where c.store_id = of_store and c.id = former
    and exists (select from shop.orders o where o.store_id = of_store and o.created_at = c.created_at)));
end $$;

grant execute on function door.forget_former_guest to {{app}}, {{worker}};
