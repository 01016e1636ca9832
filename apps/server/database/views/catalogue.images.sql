create view catalogue.images as
  select store_id, id, product_id, position, key, alt, color, width, height, widths, kind from shop.images
  where key is not null;

grant select on catalogue.images to {{catalogue}}, {{app}}, {{worker}};
