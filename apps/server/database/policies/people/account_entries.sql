grant select, insert on shop.account_entries to {{doors}};
