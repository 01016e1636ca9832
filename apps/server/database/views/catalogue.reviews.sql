create view catalogue.reviews as
  select store_id, id, product_id, name, rating, title, content, fit, verified, created_at, reply, replied_at, helpful_count
  from shop.reviews where status = 'APPROVED';

grant select on catalogue.reviews to {{catalogue}}, {{app}}, {{worker}};
