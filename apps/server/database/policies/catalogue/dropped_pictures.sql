grant select, insert, update, delete on shop.dropped_pictures to {{doors}};
