-- The stores where a user works and has created something that would outlive the account, or has seen pay links. API
-- keys and invitations that only other users created don't count.
create or replace function door.stores_with_grants_of(of_user uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select s.id from shop.stores s
  where s.id in (
    select k.store_id from shop.api_keys k where k.granted_by @> array[of_user] and k.status = 'ACTIVE'
    union select i.store_id from shop.invitations i
      where i.invited_by = of_user and i.accepted_at is null and i.withdrawn_at is null
    union select e.store_id from shop.audit_entries e
      where e.actor_id = of_user and e.actor_kind = 'user' and e.origin = 'SYSTEM' and e.entity_type = 'draft order')
    and door.permissions_of(of_user, s.id) is not null
  order by s.id
$$;

grant execute on function door.stores_with_grants_of to {{app}}, {{worker}};
