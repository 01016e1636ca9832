-- What a picture shows. Until now pages told the technical drawing by its name or its words; this is the last time.
alter table shop.images add column kind text not null default 'PHOTO' check (kind in ('PHOTO', 'DRAWING', 'DETAIL'));
-- The owner migrates, whom forced row-level security shows no row.
alter table shop.images no force row level security;
update shop.images set kind = 'DRAWING' where key ilike '%technical%' or alt ilike '%technical drawing%';
update shop.images set kind = 'DETAIL' where key like '%-cloth' and kind = 'PHOTO';
alter table shop.images force row level security;

-- A picture that could not be fetched is the store's own knowledge until it lies under /media: shown from its address it
-- would tell another host who looks at what.
drop view catalogue.images;
create view catalogue.images as
  select store_id, id, product_id, position, key, alt, color, width, height, widths, kind from shop.images
  where key is not null;
alter view catalogue.images owner to {{doors}};
grant select on catalogue.images to {{catalogue}}, {{app}}, {{worker}};
