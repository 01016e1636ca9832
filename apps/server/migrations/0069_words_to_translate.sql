-- Which of a product's fields hold words, and which are translated, as bits in the order of the contract's translatable
-- fields, so that what is missing is counted from two indexes and no text is read for it.
alter table shop.products add column written int not null generated always as (
  (name <> '')::int + 2 * (description <> '')::int + 4 * (coalesce(seo_title, '') <> '')::int
  + 8 * (coalesce(seo_description, '') <> '')::int + 16 * (coalesce(meta_description, '') <> '')::int
  + 32 * (coalesce(composition, '') <> '')::int + 64 * (care <> '{}')::int) stored;
create index products_written on shop.products (store_id, id) include (written, status) where deleted_at is null;

alter table shop.translations
  add column translated int not null generated always as (
    (fields ? 'name')::int + 2 * (fields ? 'description')::int + 4 * (fields ? 'seoTitle')::int
    + 8 * (fields ? 'seoDescription')::int + 16 * (fields ? 'metaDescription')::int
    + 32 * (fields ? 'composition')::int + 64 * (fields ? 'care')::int) stored,
  drop constraint translations_store_id_entity_type_entity_id_language_code_key,
  add constraint translations_of_things unique (store_id, entity_type, entity_id, language_code) include (translated);

-- As door.own_products, of what is to be translated.
create view door.own_written as
  select store_id, id, written from shop.products
  where store_id = shop.current_store() and shop.current_scope() in ('staff', 'system') and deleted_at is null and status <> 'ARCHIVED';
alter view door.own_written owner to {{doors}};
grant select on door.own_written to {{app}}, {{worker}};

-- What was written last is searched one by one until it is sorted in: after an import each search read four megabytes of it.
alter index shop.products_search set (gin_pending_list_limit = 256);
alter index shop.translated_words_search set (gin_pending_list_limit = 256);
