-- A store's nested navigation: a tree a menu, as one value, because it is read and written as one.
create table shop.menus (
  store_id uuid not null references shop.stores,
  name text not null check (name in ('main', 'footer')),
  items jsonb not null default '[]',
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (store_id, name)
);
call shop.protect('shop.menus', 'catalogue');
create view catalogue.menus as select store_id, name, items, version from shop.menus;
alter view catalogue.menus owner to {{doors}};
grant select on catalogue.menus to {{catalogue}}, {{app}}, {{worker}};
