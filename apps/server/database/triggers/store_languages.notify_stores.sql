create trigger notify_stores after insert or update or delete on shop.store_languages for each row execute function shop.notify_stores();
