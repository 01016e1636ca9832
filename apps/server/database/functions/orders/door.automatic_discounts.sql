-- Returns a store's active automatic discounts, except those that ended more than a minute ago, as JSON text (null if
-- the caller already has this version), and how often each discount with a limit was used. Returns no row if the store
-- never had a discount. LIMIT repeats the maximum of 100 that requireRoom() enforces, so that no cart ever reads more.
create or replace function door.automatic_discounts(of_store uuid, known uuid)
returns table (version uuid, discounts text, used jsonb)
language sql stable security definer set search_path = '' as $$
  select v.version,
    case when v.version is distinct from known then (
      select coalesce(jsonb_agg(to_jsonb(d)), '[]')::text from (
        select * from shop.discounts
        where store_id = of_store and code is null and not has_unique_codes and is_active and deleted_at is null
          and coalesce(ends_at, 'infinity') > now() - interval '1 minute'
        order by coalesce(ends_at, 'infinity') desc, id limit 100) d) end,
    (select coalesce(jsonb_object_agg(d.id, d.used) filter (where d.usage_limit is not null), '{}') from (
      select id, used, usage_limit from shop.discounts
      where store_id = of_store and code is null and not has_unique_codes and is_active and deleted_at is null
        and coalesce(ends_at, 'infinity') > now() - interval '1 minute'
      order by coalesce(ends_at, 'infinity') desc, id limit 100) d)
  from shop.discount_versions v where v.store_id = of_store
$$;

grant execute on function door.automatic_discounts to {{app}}, {{catalogue}}, {{worker}};
