call shop.protect('shop.discount_code_batches', 'staff');
revoke delete on shop.discount_code_batches from {{app}}, {{worker}};
