-- In whose name mails about an account go out: only a store the user joined may send them and be where their links lead.

-- False where the store's staff assigned the role and the user had no part in it: that alone makes the store nobody's sender.
alter table shop.role_assignments add column joined boolean not null default true;

-- Whether the user is a customer of the entered store or joined its staff, and has to do with no other store. A store's
-- owner decides where its host leads, so a link there must open nothing but that store. Who asks may be an anonymous caller.
create function door.belongs_to_store(of_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (exists (select from shop.customers c
        where c.store_id = shop.current_store() and c.user_id = of_user and c.erased_at is null)
      or exists (select from shop.role_assignments a
        where a.store_id = shop.current_store() and a.user_id = of_user and a.joined))
    and not exists (select from shop.customers c
      where c.user_id = of_user and c.store_id <> shop.current_store() and c.erased_at is null)
    and not exists (select from shop.role_assignments a
      where a.user_id = of_user and a.store_id <> shop.current_store())
    and not exists (select from shop.users u where u.id = of_user and u.is_platform_admin)
$$;

-- Whether a link that was mailed before works until then: a user's, or for an address without an account its stand-in's.
create function door.has_mailed_token(of_purpose text, of_user uuid, of_email text, until timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.mailed_tokens t
    where t.purpose = of_purpose and t.used_at is null and t.expires_at > until
      and case when of_user is null then t.user_id is null and t.store_id is null and lower(t.email) = lower(of_email)
        else t.user_id = of_user end)
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('belongs_to_store', 'has_mailed_token') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{app}}', f.name);
  end loop;
end $$;
