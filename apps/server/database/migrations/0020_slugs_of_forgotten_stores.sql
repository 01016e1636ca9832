-- A deleted store that took no real money frees its slug once its customers are erased.
update shop.stores s set is_slug_free = true where s.forgotten_at is not null and not exists (select from shop.orders o
  where o.store_id = s.id and o.payment_environment = 'LIVE' and o.paid_at is not null and o.total_minor > 0);
-- Finds orders with hashes of callers, which are cleared after a day.
create index orders_with_mail_callers on shop.orders (created_at) where mail_callers <> '{}';
