create trigger notify_stores after insert or update or delete on shop.shipping_areas for each statement execute function shop.notify_stores();
