create view catalogue.payment_providers as
  select store_id, id, provider, environment, client_id, apple_pay_domain_file from shop.payment_providers where is_active;

grant select on catalogue.payment_providers to {{catalogue}}, {{app}}, {{worker}};
