create trigger told after insert or update or delete on shop.stores for each statement execute function shop.tell_stores();
