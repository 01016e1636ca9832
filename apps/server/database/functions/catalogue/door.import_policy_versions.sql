-- Imports the versions that a policy had in another store, with their times. Renumbers all versions from the oldest
-- imported one on, in chronological order. The latest version applies. Compares digests instead of long texts, so that
-- PostgreSQL can use a hash table.
create or replace function door.import_policy_versions(of_policy uuid, versions jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  first timestamptz;
  unchanged int;
begin
  if shop.current_scope() <> 'system' then
    raise exception 'no such store' using errcode = 'VT404';
  end if;
  with added as (
    insert into shop.policy_versions (store_id, policy_id, version, title, content, created_at)
      select of_store, of_policy, -1000000 - row_number() over (order by r.at), r.title, r.content, r.at
      from (select distinct w.title, w.content, least(w.at, now()) as at
        from jsonb_to_recordset(versions) as w (title text, content text, at timestamptz)) r
      where exists (select from shop.policies p where p.store_id = of_store and p.id = of_policy and p.deleted_at is null)
        and (r.title, md5(r.content), date_trunc('milliseconds', r.at)) not in (
          select v.title, md5(v.content), date_trunc('milliseconds', v.created_at) from shop.policy_versions v
          where v.store_id = of_store and v.policy_id = of_policy)
      returning created_at
  ) select min(created_at) into first from added;
  if first is null then return; end if;
  unchanged := coalesce(
    (select min(v.version) - 1 from shop.policy_versions v
      where v.store_id = of_store and v.policy_id = of_policy and v.version > 0 and v.created_at > first),
    (select max(v.version) from shop.policy_versions v
      where v.store_id = of_store and v.policy_id = of_policy and v.version > 0), 0);
  update shop.policy_versions v set version = -v.version
    where v.store_id = of_store and v.policy_id = of_policy and v.version > unchanged;
  update shop.policy_versions v set version = unchanged + o.n
    from (select w.version, row_number() over (order by w.created_at, w.version desc) as n from shop.policy_versions w
      where w.store_id = of_store and w.policy_id = of_policy and w.version < 0) o
    where v.store_id = of_store and v.policy_id = of_policy and v.version = o.version;
  update shop.policies p set title = v.title, content = v.content, version = v.version, updated_at = v.created_at
    from (select w.title, w.content, w.version, w.created_at from shop.policy_versions w
      where w.store_id = of_store and w.policy_id = of_policy order by w.version desc limit 1) v
    where p.store_id = of_store and p.id = of_policy;
end $$;

grant execute on function door.import_policy_versions to {{worker}};
