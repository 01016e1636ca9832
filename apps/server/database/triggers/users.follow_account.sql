create trigger follow_account after update of email on shop.users for each row
  when (lower(old.email) <> lower(new.email) and new.deleted_at is null) execute function door.follow_account();
