-- An erasure now ends the links of the person's orders (shop.forget_buyer). Earlier ones didn't.
update shop.orders o set key_hash = '', link_version = o.link_version + 1 from shop.customers c
  where c.store_id = o.store_id and c.id = o.customer_id and c.erased_at is not null;
