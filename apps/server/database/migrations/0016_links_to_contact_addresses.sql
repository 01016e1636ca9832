-- Adds the purpose store-email: the link that verifies a store's contact address.
alter table shop.mailed_tokens drop constraint mailed_tokens_purpose_check;
alter table shop.mailed_tokens add constraint mailed_tokens_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'change-email', 'invitation', 'store-email'));
