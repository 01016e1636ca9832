-- A backdated count looks for later counts of the location.
create index stock_counts_by_time on shop.stock_counts (store_id, location, counted_at);
