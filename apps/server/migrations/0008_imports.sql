-- What imports have brought, so that the same file again changes nothing.

-- The quantity the last import named: only another one sets the stock, so that sales since are not undone.
create table shop.imported_quantities (
  store_id uuid not null,
  variant_id uuid not null,
  quantity int not null check (quantity >= 0),
  imported_at timestamptz not null default now(),
  primary key (store_id, variant_id),
  foreign key (store_id, variant_id) references shop.variants
);
call shop.protect('shop.imported_quantities', 'staff');

-- Pictures that were fetched, by the address they came from: none is fetched twice.
create table shop.imported_pictures (
  store_id uuid not null references shop.stores,
  url text not null check (length(url) <= 2000),
  key text not null,
  width int not null,
  height int not null,
  widths int[] not null,
  imported_at timestamptz not null default now(),
  primary key (store_id, url)
);
create index imported_pictures_by_key on shop.imported_pictures (store_id, key);
call shop.protect('shop.imported_pictures', 'staff');
