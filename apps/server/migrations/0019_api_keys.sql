-- API keys: programs that act for one store with some of its permissions, never as a person. Only hashes are kept.
create table shop.api_keys (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 100),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  last_four text not null check (char_length(last_four) = 4),
  permissions text[] not null check (cardinality(permissions) > 0 and not permissions && '{OWNER,MANAGE_ROLES,MANAGE_STAFF}'),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE', 'REVOKED')),
  expires_at timestamptz,
  last_used_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id)
);
create index api_keys_by_id on shop.api_keys (id);
call shop.protect('shop.api_keys', 'staff');
call shop.name_kind('API key', 'shop.api_keys');
revoke delete on shop.api_keys from {{app}}, {{worker}};
grant update (last_used_at) on shop.api_keys to {{doors}};

-- Null where a person, a shopper or the system was let in.
create function shop.current_key() returns uuid language sql stable
  as $$ select nullif(current_setting('app.key', true), '')::uuid $$;

-- Whatever the application says: no key sees or changes keys and roles, and none changes how a store is paid.
do $$
declare t text; verb text;
begin
  foreach t in array '{api_keys,roles,role_assignments}'::text[] loop
    execute format('create policy people_alone on shop.%I as restrictive to {{app}}, {{worker}} using (shop.current_key() is null)', t);
  end loop;
  create policy people_add on shop.payment_providers as restrictive for insert to {{app}}, {{worker}}
    with check (shop.current_key() is null);
  foreach verb in array '{update,delete}'::text[] loop
    execute format('create policy %I on shop.payment_providers as restrictive for %s to {{app}}, {{worker}} using (shop.current_key() is null)',
      'people_' || verb, verb);
  end loop;
end $$;

-- Whoever enters again in the same transaction is neither a customer nor a key any more.
create or replace function door.enter(of_store uuid, scope text, of_order text) returns void
language plpgsql security invoker set search_path = '' as $$
begin
  perform set_config('app.store', of_store::text, true), set_config('app.scope', scope, true),
    set_config('app.order', of_order, true), set_config('app.customer', '', true), set_config('app.key', '', true);
end $$;

-- The key an id names, with its hash, as long as it may be used: asked at each call, so that a revocation holds at once.
create function door.usable_key(of_key uuid) returns table (store_id uuid, key_hash bytea, permissions text[])
language sql stable security definer set search_path = '' as $$
  select k.store_id, k.key_hash, k.permissions from shop.api_keys k
  join shop.stores s on s.id = k.store_id and s.deleted_at is null
  where k.id = of_key and k.status = 'ACTIVE' and (k.expires_at is null or k.expires_at > now())
$$;

-- Who holds a key of this store that may be used now. It works as staff, and the policies above know that it is a key.
create function door.enter_key(of_key uuid, with_hash bytea, of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from door.usable_key(of_key) k where k.key_hash = with_hash and k.store_id = of_store)
  then raise exception 'no such key' using errcode = 'VT404'; end if;
  perform door.enter(of_store, 'staff', '');
  perform set_config('app.key', of_key::text, true);
end $$;

-- Once a minute at most, from however many processes.
create function door.note_key_use(of_key uuid, at timestamptz) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.api_keys set last_used_at = at
  where id = of_key and (last_used_at is null or last_used_at <= at - interval '1 minute')
$$;

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('usable_key', 'enter_key', 'note_key_use') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{app}}, {{worker}}', f.name);
  end loop;
end $$;
