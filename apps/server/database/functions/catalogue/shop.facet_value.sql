-- The form of 'Off White' and 'S/M' in URLs: off-white, s-m. Same rules as facetValue() in the server.
create or replace function shop.facet_value(label text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(lower(trim(label)), '[\s,/]+', '-', 'g') $$;

grant execute on function shop.facet_value to {{app}}, {{worker}};
