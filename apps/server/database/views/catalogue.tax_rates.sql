create view catalogue.tax_rates as
  select store_id, id, name, country, region, region_key, postal_from, postal_to, tax_class, basis_points, starts_on
  from shop.tax_rates;

grant select on catalogue.tax_rates to {{catalogue}}, {{app}}, {{worker}};
