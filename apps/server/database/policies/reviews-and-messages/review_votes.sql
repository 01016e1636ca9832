call shop.protect('shop.review_votes', 'staff');
grant insert, delete on shop.review_votes to {{doors}};
