create or replace function shop.label_text(p shop.products) returns text language plpgsql stable as $$
begin
  return concat_ws(' ', p.category, p.department, p.vendor, array_to_string(p.tags, ' '),
    (select string_agg(v ->> 'value', ' ') from jsonb_array_elements(p.options) o, jsonb_array_elements(o -> 'values') v));
end $$;

grant execute on function shop.label_text to {{app}}, {{worker}};
