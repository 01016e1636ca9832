-- Counts the texts whose words match the queries for their indexes (catalogue.words_of_store): of products' own texts,
-- published or not, and of translations. `cost`: what it costs to rank them, one for each text and one for each two
-- kilobytes of its words. Counts at most `max_count` texts.
create or replace function door.count_texts(of_own tsquery, of_translations tsquery, max_count int, out found int, out cost int)
language sql stable security definer set search_path = '' as $$
  select count(*)::int, coalesce(sum(1 + t.bytes / 2048), 0)::int from (
    select * from (
      (select pg_column_size(w.search) as bytes from shop.product_words w
        where catalogue.words_of_store(w.store_id, w.search) @@ of_own limit max_count)
      union all
      (select pg_column_size(w.search) from shop.translated_words w
        where catalogue.words_of_store(w.store_id, w.search, w.language_code) @@ of_translations limit max_count)) t
    limit max_count) t
$$;

grant execute on function door.count_texts to {{app}}, {{catalogue}}, {{worker}};
