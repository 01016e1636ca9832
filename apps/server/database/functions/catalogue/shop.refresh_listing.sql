-- Refreshes one product's columns for filtering, sorting and searching lists.
create or replace function shop.refresh_listing(of_store uuid, of_product uuid) returns void language plpgsql as $$
begin
  perform shop.refresh_listings(of_store, array[of_product]);
end $$;

grant execute on function shop.refresh_listing to {{app}}, {{worker}};
