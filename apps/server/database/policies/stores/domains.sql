-- Staff manage a store's domains. Everyone else finds the store of a host in catalogue.domains.
call shop.protect('shop.domains', 'staff');
-- Needed to lock a host for share.
grant update (activation) on shop.domains to {{doors}};
