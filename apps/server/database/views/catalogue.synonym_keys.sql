create view catalogue.synonym_keys as select store_id, key, at, synonyms from shop.synonym_keys;

grant select on catalogue.synonym_keys to {{catalogue}}, {{app}}, {{worker}};
