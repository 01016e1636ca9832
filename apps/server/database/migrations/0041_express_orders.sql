-- The order was placed before its buyer chose a wallet, which supplies the email and addresses with the payment. Until then,
-- only providers whose wallets do so can take the payment.
alter table shop.orders add column is_express boolean not null default false;
-- The time until which a provider may still change the payment's amount. No capture is requested before that time.
alter table shop.payments add column changing_until timestamptz;
