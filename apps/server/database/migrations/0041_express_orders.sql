-- The order was placed before its buyer chose a wallet. The wallet supplies the email and addresses with the payment, so only
-- providers whose wallets do so can take it.
alter table shop.orders add column is_express boolean not null default false;
-- The time until which a provider may still change the payment's amount. No capture is requested before.
alter table shop.payments add column changing_until timestamptz;
