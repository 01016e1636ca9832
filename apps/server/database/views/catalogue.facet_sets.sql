create view catalogue.facet_sets as select store_id, id, category, department, sizes, colors from shop.facet_sets;

grant select on catalogue.facet_sets to {{catalogue}}, {{app}}, {{worker}};
