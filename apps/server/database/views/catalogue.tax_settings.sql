create view catalogue.tax_settings as
  select store_id, prices_include_tax, taxes_shipping, has_home_rates_in_eu, has_reverse_charge,
    accepts_unverified_vat_ids, vat_id
  from shop.tax_settings;

grant select on catalogue.tax_settings to {{catalogue}}, {{app}}, {{worker}};
