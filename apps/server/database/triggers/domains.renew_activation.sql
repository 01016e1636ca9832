create trigger renew_activation before insert or update or delete on shop.domains
  for each row execute function shop.renew_activation();
