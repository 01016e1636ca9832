-- The words of a collection's name, so that searches needn't convert names again, whichever index they use.
alter table shop.collections
  add column words tsvector not null generated always as (to_tsvector('simple', catalogue.plain_text(name))) stored;
drop index shop.collections_by_words;
create index collections_by_words on shop.collections using gin (store_id, words) where deleted_at is null;

alter table shop.translations add column collection_words tsvector generated always as (
  case when entity_type = 'COLLECTION' then to_tsvector('simple', catalogue.plain_text(coalesce(fields ->> 'name', ''))) end) stored;
drop index shop.translations_by_words;
create index translations_by_words on shop.translations using gin (store_id, language_code, collection_words)
  where entity_type = 'COLLECTION';
