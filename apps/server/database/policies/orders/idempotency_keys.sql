call shop.protect('shop.idempotency_keys', 'staff');
grant insert, update, delete on shop.idempotency_keys to {{doors}};
grant update (response) on shop.idempotency_keys to {{doors}};
