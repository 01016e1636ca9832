create or replace function door.count_event(at_hour timestamptz, of_event text, of_product uuid, of_value numeric) returns void
language sql volatile security definer set search_path = '' as $$
  insert into shop.event_counts as e (store_id, hour, event, product_id, count, value_sum)
  values (shop.current_store(), at_hour, of_event, of_product, 1, of_value)
  on conflict (store_id, hour, event, product_id) do update
    set count = e.count + 1, value_sum = e.value_sum + excluded.value_sum
$$;

grant execute on function door.count_event to {{app}}, {{worker}};
