create trigger sync_customer_emails after update of email on shop.users for each row
  when (lower(old.email) <> lower(new.email) and new.deleted_at is null) execute function door.sync_customer_emails();
