-- Lists of edits say how many products each chose without reading a hundred thousand ids.
alter table shop.bulk_edits
  add column product_count int not null generated always as (cardinality(product_ids)) stored;
