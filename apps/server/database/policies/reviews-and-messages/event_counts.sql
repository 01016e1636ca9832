call shop.protect('shop.event_counts', 'staff');
grant insert, update on shop.event_counts to {{doors}};
