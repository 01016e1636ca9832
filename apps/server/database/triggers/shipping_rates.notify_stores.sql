create trigger notify_stores after insert or update or delete on shop.shipping_rates for each row execute function shop.notify_stores();
