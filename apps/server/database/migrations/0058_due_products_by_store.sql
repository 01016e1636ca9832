-- The worker looks for due rows separately in each store.
drop index shop.products_changing;
create index products_changing on shop.products (store_id, changes_at) where changes_at is not null;
drop index shop.stock_status_changes_by_age;
