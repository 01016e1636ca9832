create trigger notify_stores after insert or update or delete on shop.tax_settings for each row execute function shop.notify_stores();
