create view catalogue.search_words as
  select store_id, word, language_code, coalesce(shown, word) as shown from shop.search_words;

grant select on catalogue.search_words to {{catalogue}}, {{app}}, {{worker}};
