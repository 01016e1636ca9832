create view catalogue.review_photos as
  select p.store_id, p.review_id, p.id, p.key, p.width, p.height, p.widths
  from shop.review_photos p join shop.reviews r on r.store_id = p.store_id and r.id = p.review_id where r.status = 'APPROVED';

grant select on catalogue.review_photos to {{catalogue}}, {{app}}, {{worker}};
