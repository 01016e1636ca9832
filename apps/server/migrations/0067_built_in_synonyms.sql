-- The built-in groups of synonyms that a store does without, by their first words.
alter table shop.synonyms add column built_in_off text[] not null default '{}';
create view catalogue.built_in_off as select store_id, built_in_off from shop.synonyms where built_in_off <> '{}';
alter view catalogue.built_in_off owner to {{doors}};
grant select on catalogue.built_in_off to {{catalogue}}, {{app}}, {{worker}};
