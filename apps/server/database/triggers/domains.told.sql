create trigger told after insert or update or delete on shop.domains for each statement execute function shop.tell_stores();
