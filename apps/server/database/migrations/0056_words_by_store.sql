-- Prefixes each word with a key of the store and language, so that a search by prefix reads only this store's words.
-- Cuts words to 40 characters. If the result would be too large, returns the key alone, which every query matches,
-- because array_to_tsvector doesn't check the size. Uses only built-in functions for speed: it runs whenever a product
-- is saved.
create function catalogue.words_of_store(of_store uuid, words tsvector, language text default '') returns tsvector
language plpgsql immutable strict parallel safe cost 5000 as $$
declare
  key text := right(of_store::text, 8) || language;
  joined text := key || array_to_string(tsvector_to_array(words)::varchar(40)[], e'\x01' || key);
begin
  return array_to_tsvector(case when octet_length(joined) < 1000000 then string_to_array(joined, e'\x01') else array[key] end);
end $$;

grant execute on function catalogue.words_of_store to {{app}}, {{catalogue}}, {{worker}};

drop index shop.products_search;
create index products_search on shop.products using gin (catalogue.words_of_store(store_id, search)) with (gin_pending_list_limit = 256);
drop index shop.translated_words_search;
create index translated_words_search on shop.translated_words
  using gin (catalogue.words_of_store(store_id, search, language_code)) with (gin_pending_list_limit = 256);
drop index shop.collections_by_words;
create index collections_by_words on shop.collections using gin (catalogue.words_of_store(store_id, words)) where deleted_at is null;
drop index shop.translations_by_words;
create index translations_by_words on shop.translations
  using gin (catalogue.words_of_store(store_id, collection_words, language_code)) where entity_type = 'COLLECTION';

-- Without statistics, because ANALYZE would hold the words of all sampled rows in memory at once.
alter index shop.products_search alter column 1 set statistics 0;
alter index shop.translated_words_search alter column 1 set statistics 0;
alter index shop.collections_by_words alter column 1 set statistics 0;
alter index shop.translations_by_words alter column 1 set statistics 0;
