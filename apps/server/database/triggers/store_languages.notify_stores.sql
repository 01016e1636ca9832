create trigger notify_stores after insert or update or delete on shop.store_languages for each statement execute function shop.notify_stores();
