create view catalogue.review_counts as select store_id, product_id, rating, fit, reviews from shop.review_counts;

grant select on catalogue.review_counts to {{catalogue}}, {{app}}, {{worker}};
