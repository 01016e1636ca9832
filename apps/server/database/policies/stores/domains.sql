-- Staff manage a store's domains. Everyone else finds the store of a host in catalogue.domains.
call shop.protect('shop.domains', 'staff');
