create or replace function door.forget_account_mails(of_recipient text) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int;
begin
  delete from shop.account_mails where lower(recipient) = lower(of_recipient);
  get diagnostics gone = row_count;
  return gone;
end $$;

grant execute on function door.forget_account_mails to {{app}}, {{worker}};
