-- Hosts are read through the directory's view and changed by the store's staff; a closing store gives up its own.
call shop.protect('shop.domains', 'staff');
