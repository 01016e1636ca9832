call shop.protect('shop.outbox', 'append');
grant insert, update, delete on shop.outbox to {{doors}};
