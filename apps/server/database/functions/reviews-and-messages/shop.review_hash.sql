-- A hash by which an import recognizes a review of an erased author. Contains the store, the time in milliseconds, as
-- exported files do, and the title; neither the name nor the product, whose link can change.
create or replace function shop.review_hash(of_store uuid, title text, written_at timestamptz) returns bytea
language sql stable set search_path = '' as $$
  select sha256(convert_to(concat_ws(' ', of_store, floor(extract(epoch from written_at) * 1000)::bigint, title), 'UTF8'))
$$;

grant execute on function shop.review_hash to {{app}}, {{worker}};
