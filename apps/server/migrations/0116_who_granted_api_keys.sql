-- Who made an API key or gave it something later: once one of them loses what the key holds, it becomes inactive.
alter table shop.api_keys add column granted_by uuid[] not null default '{}';
create index api_keys_by_grantor on shop.api_keys using gin (granted_by) where status = 'ACTIVE';

-- Forced row-level security hides the rows from the migrating owner, too.
alter table shop.api_keys no force row level security;
alter table shop.audit_entries no force row level security;
update shop.api_keys k set granted_by = array(
  select distinct e.actor_id from shop.audit_entries e
  where e.store_id = k.store_id and e.entity_id = k.id and e.entity_type = 'API key' and e.origin = 'SYSTEM'
    and e.action = 'CREATE' and e.actor_kind = 'user' and e.actor_id is not null);
alter table shop.api_keys force row level security;
alter table shop.audit_entries force row level security;

create index invitations_by_inviter on shop.invitations (invited_by) where accepted_at is null and withdrawn_at is null;

-- The stores where a user works and has made something that would outlive the account: what others do adds none.
create function door.stores_to_leave(of_user uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id from shop.stores s
  where s.id in (
    select k.store_id from shop.api_keys k where k.granted_by @> array[of_user] and k.status = 'ACTIVE'
    union select i.store_id from shop.invitations i
      where i.invited_by = of_user and i.accepted_at is null and i.withdrawn_at is null)
    and door.permissions_of(of_user, s.id) is not null
  order by s.id
$$;
alter function door.stores_to_leave(uuid) owner to {{doors}};
revoke all on function door.stores_to_leave(uuid) from public;
grant execute on function door.stores_to_leave(uuid) to {{app}}, {{worker}};
