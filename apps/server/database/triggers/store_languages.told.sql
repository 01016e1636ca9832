create trigger told after insert or update or delete on shop.store_languages for each statement execute function shop.tell_stores();
