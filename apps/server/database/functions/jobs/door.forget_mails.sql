-- For the erasure of a person: deletes the emails to the person from the transaction's store, whether sent or queued.
create or replace function door.forget_mails(of_recipient text) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int;
begin
  if shop.current_scope() not in ('staff', 'system') then
    raise exception 'only staff and the system may delete emails' using errcode = 'VT404';
  end if;
  delete from shop.mails where store_id = shop.current_store() and lower(recipient) = lower(of_recipient);
  get diagnostics gone = row_count;
  return gone;
end $$;

grant execute on function door.forget_mails to {{app}}, {{worker}};
