-- The words of products' own texts. A separate table, so that a change of a product's stock, prices or publication
-- doesn't write its words and their index again.
create table shop.product_words (
  store_id uuid not null,
  product_id uuid not null,
  search tsvector not null,
  -- A digest of the texts in `search`; null: must be indexed again.
  digest uuid,
  primary key (store_id, product_id)
);
insert into shop.product_words (store_id, product_id, search, digest) select store_id, id, search, words_digest from shop.products;
alter table shop.product_words add foreign key (store_id, product_id) references shop.products on delete cascade;
create index product_words_search on shop.product_words
  using gin (catalogue.words_of_store(store_id, search)) with (gin_pending_list_limit = 256);
-- Without statistics, because ANALYZE would hold the words of all sampled rows in memory at once.
alter index shop.product_words_search alter column 1 set statistics 0;

-- Also drops the index on `search`.
alter table shop.products drop column search, drop column words_digest;
