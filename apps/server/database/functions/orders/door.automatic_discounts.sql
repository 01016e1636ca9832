-- Returns a store's automatic discounts as JSON text (null if the caller has this version already), and how often each
-- discount with a limit was used. Returns no row if the store never had a discount.
create or replace function door.automatic_discounts(of_store uuid, known uuid)
returns table (version uuid, discounts text, used jsonb)
language sql stable security definer set search_path = '' as $$
  select v.version,
    case when v.version is distinct from known then (
      select coalesce(jsonb_agg(to_jsonb(d)), '[]')::text from shop.discounts d
      where d.store_id = of_store and d.code is null and not d.has_unique_codes and d.is_active
        and d.deleted_at is null and (d.ends_at is null or d.ends_at > now() - interval '1 minute')) end,
    (select coalesce(jsonb_object_agg(d.id, d.used), '{}') from shop.discounts d
      where d.store_id = of_store and d.code is null and not d.has_unique_codes and d.is_active
        and d.deleted_at is null and d.usage_limit is not null)
  from shop.discount_versions v where v.store_id = of_store
$$;

grant execute on function door.automatic_discounts to {{app}}, {{catalogue}}, {{worker}};
