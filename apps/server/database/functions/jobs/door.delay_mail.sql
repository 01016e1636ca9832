-- Schedules the next attempt. False: the mail has been tried for long enough and is given up.
create or replace function door.delay_mail(of_store uuid, of_id uuid, by_time interval, for_at_most interval, reason text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare made timestamptz;
begin
  select created_at into made from shop.mails where store_id = of_store and id = of_id
    union all select created_at from shop.account_mails where of_store is null and id = of_id;
  if made < now() - for_at_most then
    perform door.end_mail(of_store, of_id, 'given up', reason);
    return false;
  end if;
  update shop.mails set run_at = now() + by_time, last_error = reason
    where store_id = of_store and id = of_id and ended_at is null;
  update shop.account_mails set run_at = now() + by_time, last_error = reason
    where of_store is null and id = of_id and ended_at is null;
  return true;
end $$;

grant execute on function door.delay_mail to {{worker}};
