-- Adds the words of many texts to the store's search words. Inserts each word once and in a fixed order, so that two
-- concurrent changes do not deadlock.
create or replace function shop.add_search_words(of_store uuid, language text, texts text[]) returns void language plpgsql as $$
begin
  insert into shop.search_words (store_id, language_code, word, shown)
  select distinct on (plain.word) of_store, language, plain.word, plain.shown
  from (
    select trim(catalogue.plain_text(found.shown)) as word, found.shown
    from (select distinct f.shown from unnest(texts) t, regexp_split_to_table(lower(t), '[^[:alpha:]\u0300-\u036f]+') f (shown) offset 0) found
    offset 0
  ) plain
  where length(plain.word) between 3 and 40 and position(' ' in plain.word) = 0
    and not exists (select from shop.search_words w where w.store_id = of_store and w.language_code = language and w.word = plain.word)
  order by plain.word, plain.shown
  on conflict do nothing;
end $$;

grant execute on function shop.add_search_words to {{app}}, {{worker}};
