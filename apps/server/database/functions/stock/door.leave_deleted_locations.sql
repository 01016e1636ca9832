-- Moves these variants' units from deleted locations, where nobody can sell, count or move them, to `main`. Units held
-- by orders stay. SECURITY DEFINER, because a transaction with access to one order may write only that order's
-- movements. The caller has locked the variants' levels.
create or replace function door.leave_deleted_locations(of_variants uuid[], new_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  with there as materialized (
    select l.variant_id, l.location, l.on_hand - l.reserved as units from shop.inventory_levels l
    join shop.locations p on p.store_id = l.store_id and p.code = l.location and p.deleted_at is not null
    where l.store_id = shop.current_store() and l.variant_id = any(of_variants) and l.on_hand > l.reserved
  ), moves as materialized (
    select variant_id, location, -units as change from there
    union all
    select variant_id, 'main', sum(units)::int from there group by 1
  ), moved as (
    update shop.inventory_levels l set on_hand = l.on_hand + m.change, updated_at = now() from moves m
    where l.store_id = shop.current_store() and l.variant_id = m.variant_id and l.location = m.location
    returning l.variant_id, l.location, m.change
  )
  insert into shop.stock_movements (store_id, id, variant_id, location, kind, on_hand_delta, reason)
  select shop.current_store(), overlay(new_id::text placing substr(gen_random_uuid()::text, 20) from 20)::uuid, variant_id, location,
    'transfer', change, 'Location deleted' from moved
$$;

grant execute on function door.leave_deleted_locations to {{app}}, {{worker}};
