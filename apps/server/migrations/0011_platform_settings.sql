-- What this installation remembers of itself, e.g. whether the demo stores were made.
create table shop.platform_settings (key text primary key, value text not null);
grant select, insert, update on shop.platform_settings to {{worker}};
