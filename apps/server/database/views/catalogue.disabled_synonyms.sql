create view catalogue.disabled_synonyms as
  select store_id, disabled_built_in from shop.synonyms where disabled_built_in <> '{}';

grant select on catalogue.disabled_synonyms to {{catalogue}}, {{app}}, {{worker}};
