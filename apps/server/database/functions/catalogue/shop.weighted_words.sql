-- A text's words with their weight: stemmed, and for the weights A and B also unstemmed.
create or replace function shop.weighted_words(t text, language text, weight "char") returns tsvector language plpgsql immutable as $$
declare
  plain text := catalogue.plain_text(coalesce(t, ''));
begin
  if weight = 'D' then return setweight(to_tsvector(catalogue.stemming(language), plain), 'D'); end if;
  return setweight(to_tsvector(catalogue.stemming(language), plain) || to_tsvector('simple', plain), weight);
end $$;

grant execute on function shop.weighted_words to {{app}}, {{worker}};
