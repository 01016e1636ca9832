create view catalogue.facet_values as select store_id, facet, value, label, swatch from shop.facet_values;

grant select on catalogue.facet_values to {{catalogue}}, {{app}}, {{worker}};
