-- Whether a store has sold for real money: payments that its staff recorded say nothing of it (door.mail_facts).
create index payments_of_providers on shop.payments (store_id)
  where provider is not null and environment = 'LIVE' and state = 'completed';
