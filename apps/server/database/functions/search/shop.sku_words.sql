-- The search words of SKUs. For coat-12-navy these are '#coat-12-navy', '#12-navy' and '#navy', so that a SKU is found
-- by its beginning, or by the beginning of any of its first eight parts. If the words add up to more than 50,000
-- characters, SKUs are found by their beginnings only.
create or replace function shop.sku_words(skus text[]) returns tsvector language plpgsql immutable as $$
begin
  return (select array_to_tsvector(coalesce(array_agg(w.word) filter (where w.at = 1 or w.characters <= 50000), '{}'))
  from (
    select e.word, e.at, sum(length(e.word)) over () as characters from (
      select distinct on (word) '#' || array_to_string(parts[at:], '-') as word, at
      from (
        select regexp_split_to_array(trim(both '-' from regexp_replace(lower(sku), '[^[:alnum:]]+', '-', 'g')), '-') as parts
        from unnest(skus) sku where sku <> ''
      ) v, generate_subscripts(parts[:8], 1) at
      where parts[at] <> '' order by word, at
    ) e
  ) w);
end $$;

grant execute on function shop.sku_words to {{app}}, {{worker}};
