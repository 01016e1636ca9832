-- Finds the counts of a location that are later than a backdated one.
create index stock_counts_by_time on shop.stock_counts (store_id, location, counted_at);
