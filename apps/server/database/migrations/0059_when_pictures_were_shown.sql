-- When the sweep last found that something shows the picture. The column updated_at doesn't change when a picture is
-- removed from a product or page.
alter table shop.media add column shown_at timestamptz;
drop index shop.media_by_age;
create index media_by_age on shop.media (greatest(updated_at, shown_at));
