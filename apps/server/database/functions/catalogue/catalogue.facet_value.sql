-- Same as shop.facet_value, for the role that only reads the catalogue.
create or replace function catalogue.facet_value(label text) returns text language sql immutable parallel safe
  as $$ select regexp_replace(lower(trim(label)), '[\s,/]+', '-', 'g') $$;

grant execute on function catalogue.facet_value to {{app}}, {{catalogue}}, {{worker}};
