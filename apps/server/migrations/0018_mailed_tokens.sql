-- One-time tokens that travel by mail. The token is the row's id and an HMAC over it, so nothing secret stands here.
-- The table is the whole platform's; nobody but the doors touches it, in a store or out of one.
create table shop.mailed_tokens (
  id uuid primary key,
  purpose text not null check (purpose in ('verify-email', 'reset-password', 'change-email', 'invitation')),
  user_id uuid references shop.users,
  -- The store in whose name the mail is written.
  store_id uuid references shop.stores,
  -- Where the mail goes, and so whose address its link proves.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- At most one that is open: a user's for each purpose, else an address's in a store.
create unique index mailed_tokens_open_user on shop.mailed_tokens (purpose, user_id)
  where user_id is not null and used_at is null;
create unique index mailed_tokens_open_email on shop.mailed_tokens (purpose, store_id, lower(email)) nulls not distinct
  where user_id is null and used_at is null;
create index mailed_tokens_by_user on shop.mailed_tokens (user_id) where user_id is not null;
create index mailed_tokens_by_store on shop.mailed_tokens (store_id) where store_id is not null;
create index mailed_tokens_by_end on shop.mailed_tokens (expires_at);
alter table shop.mailed_tokens enable row level security;
alter table shop.mailed_tokens force row level security;
create policy doors on shop.mailed_tokens to {{doors}} using (true) with check (true);
grant select, insert, update, delete on shop.mailed_tokens to {{doors}};

-- Takes the place of an open one of the same purpose and user (or address in the store), whose link is dead from then on.
create function door.issue_mailed_token(new_id uuid, of_purpose text, for_user uuid, for_store uuid, to_email text,
  at timestamptz, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if for_user is not null then
    insert into shop.mailed_tokens (id, purpose, user_id, store_id, email, created_at, expires_at)
    values (new_id, of_purpose, for_user, for_store, to_email, at, until)
    on conflict (purpose, user_id) where user_id is not null and used_at is null do update
      set id = excluded.id, store_id = excluded.store_id, email = excluded.email,
        created_at = excluded.created_at, expires_at = excluded.expires_at;
  else
    insert into shop.mailed_tokens (id, purpose, user_id, store_id, email, created_at, expires_at)
    values (new_id, of_purpose, null, for_store, to_email, at, until)
    on conflict (purpose, store_id, lower(email)) where user_id is null and used_at is null do update
      set id = excluded.id, email = excluded.email, created_at = excluded.created_at, expires_at = excluded.expires_at;
  end if;
end $$;

-- An open token as it stands: for the mail that carries it and for the page that asks what it is about.
create function door.open_mailed_token(of_id uuid, of_purpose text, at timestamptz)
returns table (user_id uuid, store_id uuid, email text, expires_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select t.user_id, t.store_id, t.email, t.expires_at from shop.mailed_tokens t
  where t.id = of_id and t.purpose = of_purpose and t.used_at is null and t.expires_at > at
$$;

-- One row for the first use, none for every other: of two at once the second waits on the row and finds it used.
create function door.use_mailed_token(of_id uuid, of_purpose text, at timestamptz)
returns table (user_id uuid, store_id uuid, email text, expires_at timestamptz)
language sql volatile security definer set search_path = '' as $$
  update shop.mailed_tokens t set used_at = at
  where t.id = of_id and t.purpose = of_purpose and t.used_at is null and t.expires_at > at
  returning t.user_id, t.store_id, t.email, t.expires_at
$$;

-- All open ones of a user, or those of one purpose.
create function door.void_mailed_tokens(of_user uuid, of_purpose text, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.mailed_tokens t set used_at = at
  where t.user_id = of_user and t.used_at is null and (of_purpose is null or t.purpose = of_purpose)
$$;

create function door.sweep_mailed_tokens() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.mailed_tokens where expires_at < now() - interval '7 days'
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('issue_mailed_token', 'open_mailed_token', 'use_mailed_token', 'void_mailed_tokens', 'sweep_mailed_tokens') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{worker}}', f.name);
    if f.proname <> 'sweep_mailed_tokens' then
      execute format('grant execute on function %s to {{app}}', f.name);
    end if;
  end loop;
end $$;
