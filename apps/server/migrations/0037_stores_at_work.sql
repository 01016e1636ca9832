-- Stores as their people edit them: versions, a wall of their own, and who works in which.
alter table shop.stores
  add column version int not null default 1,
  add column updated_at timestamptz not null default now(),
  add unique (id, currency);

-- While there is an order the currency of its store stays: the database says so itself, also to two at the same moment.
alter table shop.orders
  drop constraint orders_store_id_fkey,
  add constraint orders_in_currency foreign key (store_id, currency) references shop.stores (id, currency);

-- Everybody may know that a store is there; it is changed from inside alone, and made by the system.
alter table shop.stores enable row level security;
alter table shop.stores force row level security;
create policy read on shop.stores for select to {{app}}, {{worker}} using (true);
create policy add on shop.stores for insert to {{app}}, {{worker}}
  with check (id = shop.current_store() and shop.current_scope() = 'system');
create policy change on shop.stores for update to {{app}}, {{worker}}
  using (id = shop.current_store() and shop.current_scope() in ('staff', 'system'))
  with check (id = shop.current_store());
create policy doors on shop.stores to {{doors}} using (true) with check (true);

-- Hosts are read by the directory's view and changed from inside; a store that closes lets its own go.
call shop.protect('shop.domains', 'staff');

-- A list of all stores: by the beginning of a name or slug, the newest first (ids begin with the time).
create index stores_by_name on shop.stores (lower(name) text_pattern_ops);
create index stores_by_slug on shop.stores (slug text_pattern_ops);

create or replace view catalogue.stores as
  select s.id, s.slug, s.name, s.tagline, s.currency, s.locale, s.country, s.time_zone, s.environment,
    s.tax_basis_points, s.return_days, s.theme, s.contact, s.navigation, s.home, s.help, s.social_image, s.created_at,
    (select d.host from shop.domains d where d.store_id = s.id and d.is_primary and d.status = 'ACTIVE') as domain,
    s.version
  from shop.stores s where s.deleted_at is null;

-- Where a user works, with what all their roles there allow together. A customer's role is no work.
create function door.stores_of(of_user uuid)
returns table (store_id uuid, roles text[], permissions text[], is_owner boolean)
language sql stable security definer set search_path = '' as $$
  select a.store_id, array_agg(distinct r.name order by r.name),
    coalesce(array_agg(distinct p) filter (where p is not null), '{}'), bool_or(r.type = 'ADMIN')
  from shop.role_assignments a
  join shop.roles r on r.store_id = a.store_id and r.id = a.role_id and r.type <> 'CUSTOMER'
  join shop.stores s on s.id = a.store_id and s.deleted_at is null
  join shop.users u on u.id = a.user_id and u.deleted_at is null
  left join lateral unnest(r.permissions) p on true
  where a.user_id = of_user group by a.store_id
$$;
alter function door.stores_of(uuid) owner to {{doors}};
revoke all on function door.stores_of(uuid) from public;
grant execute on function door.stores_of(uuid) to {{app}}, {{worker}};
