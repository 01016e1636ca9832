-- The store on whose pages the user requested the link, if the platform sends the mail; null otherwise.
alter table shop.mailed_tokens add column asked_at_store uuid references shop.stores;
create index mailed_tokens_by_asked_store on shop.mailed_tokens (asked_at_store) where asked_at_store is not null;
