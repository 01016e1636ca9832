-- '#coat-12-navy', '#12-navy' and '#navy': a SKU is found by its beginning, or by the beginning of any part of it.
create or replace function shop.sku_words(skus text[]) returns tsvector language plpgsql immutable as $$
begin
  return (select array_to_tsvector(coalesce(array_agg(distinct '#' || array_to_string(parts[at:], '-')), '{}'))
  from (
    select regexp_split_to_array(trim(both '-' from regexp_replace(lower(sku), '[^[:alnum:]]+', '-', 'g')), '-') as parts
    from unnest(skus) sku where sku <> ''
  ) v, generate_subscripts(parts, 1) at
  where parts[at] <> '');
end $$;

grant execute on function shop.sku_words to {{app}}, {{worker}};
