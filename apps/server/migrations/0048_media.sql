-- Pictures that a store has uploaded. Their files lie under their content's hash, once for all stores.
create table shop.media (
  store_id uuid not null references shop.stores,
  id uuid not null,
  key text not null,
  width int not null,
  height int not null,
  widths int[] not null,
  bytes int not null,
  alt text not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (store_id, id),
  unique (store_id, key)
);
create index media_by_id on shop.media (id);
create index media_by_key on shop.media (key);
create index media_by_age on shop.media (updated_at);
create index images_by_key on shop.images (key) where key is not null;
call shop.protect('shop.media', 'staff');
call shop.name_kind('media', 'shop.media');

-- Pictures whose row went: their files follow, unless another row still needs them. No store's own.
create table shop.dropped_pictures (
  key text primary key,
  widths int[] not null,
  dropped_at timestamptz not null default now()
);
revoke all on shop.dropped_pictures from public;

create function door.note_dropped_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into shop.dropped_pictures (key, widths) values (old.key, old.widths)
    on conflict (key) do update set dropped_at = now();
  return null;
end $$;
create trigger note_dropped_picture after delete on shop.media for each row execute function door.note_dropped_picture();

-- A product shows it, deleted or not, or a page of the store names it.
create function door.is_picture_shown(of_store uuid, of_key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from shop.images i where i.store_id = of_store and i.key = of_key)
    or exists (select from shop.stores s where s.id = of_store
      and (strpos(s.home::text, of_key) > 0 or strpos(coalesce(s.social_image, ''), of_key) > 0))
$$;

create function door.drop_unused_media(older_than interval, most int, at timestamptz) returns int
language sql volatile security definer set search_path = '' as $$
  with due as (
    select m.store_id, m.id from shop.media m
    where m.updated_at < at - older_than and not door.is_picture_shown(m.store_id, m.key)
    order by m.updated_at limit most for update skip locked
  ), dropped as (
    delete from shop.media m using due where m.store_id = due.store_id and m.id = due.id returning 1
  )
  select count(*)::int from dropped
$$;

create function door.dropped_pictures(older_than interval, most int, at timestamptz) returns table (key text, widths int[])
language sql stable security definer set search_path = '' as $$
  select d.key, d.widths from shop.dropped_pictures d where d.dropped_at < at - older_than order by d.dropped_at limit most
$$;

-- True where no row of any store needs the files. The caller holds the picture's lock.
create function door.forget_dropped_picture(of_key text) returns boolean
language sql volatile security definer set search_path = '' as $$
  with noted as (delete from shop.dropped_pictures d where d.key = of_key returning 1)
  select exists (select from noted)
    and not exists (select from shop.media m where m.key = of_key)
    and not exists (select from shop.images i where i.key = of_key)
    and not exists (select from shop.imported_pictures p where p.key = of_key)
    and not exists (select from shop.stores s where strpos(s.home::text, of_key) > 0 or strpos(coalesce(s.social_image, ''), of_key) > 0)
$$;

grant select, insert, update, delete on shop.dropped_pictures to {{doors}};
grant update, delete on shop.media to {{doors}};
do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name, p.proname from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('note_dropped_picture', 'is_picture_shown', 'drop_unused_media', 'dropped_pictures', 'forget_dropped_picture') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{worker}}', f.name);
    if f.proname = 'is_picture_shown' then execute format('grant execute on function %s to {{app}}', f.name); end if;
  end loop;
end $$;
