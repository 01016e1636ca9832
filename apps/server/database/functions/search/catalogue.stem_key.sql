-- The stems of one or several words in a language, such as 'german:regen mantel'; null if all are stop words.
create or replace function catalogue.stem_key(language text, t text) returns text language sql immutable parallel safe as $$
  select catalogue.stemming(language) || ':' || string_agg(lexeme, ' ' order by positions[1])
  from unnest(to_tsvector(catalogue.stemming(language), catalogue.plain_text(t)))
$$;
