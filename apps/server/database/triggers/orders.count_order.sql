create trigger count_order after update on shop.orders for each row
  when (old.customer_id is distinct from new.customer_id or old.paid_at is distinct from new.paid_at
    or old.payment_state <> new.payment_state or old.paid_minor <> new.paid_minor
    or old.refunded_minor <> new.refunded_minor or old.lost_minor <> new.lost_minor
    or old.deleted_at is distinct from new.deleted_at) execute function door.count_order();
