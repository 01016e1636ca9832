-- Hosts are read by the directory's view and changed from inside; a store that closes lets its own go.
call shop.protect('shop.domains', 'staff');
grant update (checks, next_check_at) on shop.domains to {{doors}};
