-- Whether the buyer chooses the email and address in the payment provider's wallet. As long as they are missing, the
-- order can be paid only through providers with such a wallet.
alter table shop.orders add column is_express boolean not null default false;
-- The time until which a provider may still change the payment's amount. No capture is requested before that time.
alter table shop.payments add column changing_until timestamptz;
