create trigger keep_former_email before update of email on shop.customers for each row
  when (lower(old.email) <> lower(new.email)) execute function shop.keep_former_email();
