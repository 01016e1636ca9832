create or replace function door.sweep_mails() returns void
language sql volatile security definer set search_path = '' as $$
  delete from shop.mails where ended_at < now() - interval '30 days';
  delete from shop.account_mails where ended_at < now() - interval '30 days';
$$;

grant execute on function door.sweep_mails to {{worker}};
