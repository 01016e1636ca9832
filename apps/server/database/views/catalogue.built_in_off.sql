create view catalogue.built_in_off as select store_id, built_in_off from shop.synonyms where built_in_off <> '{}';

grant select on catalogue.built_in_off to {{catalogue}}, {{app}}, {{worker}};
