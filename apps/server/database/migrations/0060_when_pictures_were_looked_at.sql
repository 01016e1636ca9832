-- When the sweep last checked whether anything shows the picture. It checks once a day, whether or not the picture is
-- shown.
alter table shop.media add column looked_at timestamptz not null default '-infinity';
alter table shop.media alter column looked_at set default now();
drop index shop.media_by_age;
create index media_to_look_at on shop.media (store_id, looked_at);

-- The size of the master, which may have more bytes than the pixels suggest; null if it is unknown.
alter table shop.media add column master_bytes int;

-- The store whose row for the picture was deleted last, and the total size of the picture's files. They count toward
-- this store's storage until they are deleted.
alter table shop.dropped_pictures add column last_store_id uuid, add column bytes bigint not null default 0;
create index dropped_pictures_of_store on shop.dropped_pictures (last_store_id);
create index dropped_pictures_by_age on shop.dropped_pictures (dropped_at, key);
