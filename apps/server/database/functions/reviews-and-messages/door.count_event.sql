-- Adds an event to its count for the hour and product. If `may_add` is false, does so only if that count already
-- exists. Returns whether the event was counted.
create or replace function door.count_event(
  at_hour timestamptz, of_event text, of_product uuid, of_value numeric, may_add boolean
) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not may_add then
    update shop.event_counts set count = count + 1, value_sum = value_sum + of_value
    where store_id = shop.current_store() and hour = at_hour and event = of_event and product_id = of_product;
    return found;
  end if;
  insert into shop.event_counts as e (store_id, hour, event, product_id, count, value_sum)
  values (shop.current_store(), at_hour, of_event, of_product, 1, of_value)
  on conflict (store_id, hour, event, product_id) do update
    set count = e.count + 1, value_sum = e.value_sum + excluded.value_sum;
  return true;
end
$$;

grant execute on function door.count_event to {{app}}, {{worker}};
