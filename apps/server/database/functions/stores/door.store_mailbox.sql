-- The recipient of emails to the store itself: its contact address, if the store has verified it or it is a staff
-- member's verified address; otherwise its first owner with a verified address. user_id is null for the contact
-- address. Returns no row if there is no recipient.
create or replace function door.store_mailbox(of_store uuid) returns table (email text, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select m.email, m.user_id from (
    select s.contact ->> 'email' as email, null::uuid as user_id, 1 as rank, s.created_at as since
      from shop.stores s, door.mail_facts(s.id, s.contact ->> 'email', null) f
      where s.id = of_store and s.deleted_at is null and (f.is_staff or f.is_contact)
    union all
    select u.email, u.id, 2, min(a.created_at)
      from shop.stores s
      join shop.role_assignments a on a.store_id = s.id and a.joined and a.user_id in (select door.owners_of(s.id))
      join shop.users u on u.id = a.user_id and u.email_verified_at is not null
      where s.id = of_store and s.deleted_at is null group by u.id, u.email
  ) m order by m.rank, m.since, m.user_id limit 1
$$;

grant execute on function door.store_mailbox to {{app}}, {{worker}};
