-- Adds events to their counts for the hour and product. Events without `may_add` are counted only if the count already
-- exists or one of the other events adds it. Returns the positions of the counted events, from 1. Counts are locked in
-- one order, so concurrent calls don't deadlock.
create or replace function door.count_events(
  hours timestamptz[], events text[], products uuid[], amounts numeric[], may_add boolean[]
) returns setof int
language sql volatile security definer set search_path = '' as $$
  with sent as (
    select s.* from unnest(hours, events, products, amounts, may_add)
      with ordinality s (hour, event, product_id, amount, adds, position)
  ), counted as (
    insert into shop.event_counts as e (store_id, hour, event, product_id, count, value_sum)
    select shop.current_store(), s.hour, s.event, s.product_id, count(*), sum(s.amount) from sent s
    group by s.hour, s.event, s.product_id
    having bool_or(s.adds) or exists (select from shop.event_counts c
      where c.store_id = shop.current_store() and c.hour = s.hour and c.event = s.event and c.product_id = s.product_id)
    order by s.hour, s.event, s.product_id
    on conflict (store_id, hour, event, product_id) do update
      set count = e.count + excluded.count, value_sum = e.value_sum + excluded.value_sum
    returning hour, event, product_id
  )
  select s.position::int from sent s
    join counted c on c.hour = s.hour and c.event = s.event and c.product_id = s.product_id
$$;

grant execute on function door.count_events to {{app}}, {{worker}};
