-- Hosts are read through the directory's view and changed by the store's staff; closing a store releases its hosts.
call shop.protect('shop.domains', 'staff');
