-- Erases a person: deletes their queued and sent emails of the entered store. For staff and the system only.
create or replace function door.forget_mails(of_recipient text) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int;
begin
  if shop.current_scope() not in ('staff', 'system') then
    raise exception 'the store was not entered by staff or the system' using errcode = 'VT404';
  end if;
  delete from shop.mails where store_id = shop.current_store() and lower(recipient) = lower(of_recipient);
  get diagnostics gone = row_count;
  return gone;
end $$;

grant execute on function door.forget_mails to {{app}}, {{worker}};
