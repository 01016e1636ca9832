create trigger update_test_order_count after update of environment on shop.stores for each row
  when (old.environment is distinct from new.environment) execute function door.update_test_order_count();
