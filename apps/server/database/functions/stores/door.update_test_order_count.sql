create or replace function door.update_test_order_count() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform door.count_test_orders(new.id);
  return null;
end $$;
