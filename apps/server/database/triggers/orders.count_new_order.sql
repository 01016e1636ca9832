create trigger count_new_order after insert on shop.orders for each row
  when (new.customer_id is not null and new.paid_at is not null) execute function door.count_order();
