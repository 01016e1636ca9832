create trigger follow_mode after update of environment on shop.stores for each row
  when (old.environment is distinct from new.environment) execute function door.follow_mode();
