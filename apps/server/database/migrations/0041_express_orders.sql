-- An order that was placed before its buyer chose a wallet: the wallet gives its email and addresses with the payment, and until
-- then only a provider whose wallet gives them can pay it.
alter table shop.orders add column is_express boolean not null default false;
-- Until when a provider may still be changing the payment's amount. No capture is requested before that.
alter table shop.payments add column changing_until timestamptz;
