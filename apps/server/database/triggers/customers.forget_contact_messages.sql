create trigger forget_contact_messages after update of erased_at on shop.customers for each row
  when (old.erased_at is null and new.erased_at is not null) execute function door.forget_contact_messages();
