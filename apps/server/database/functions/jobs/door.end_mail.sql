create or replace function door.end_mail(of_store uuid, of_id uuid, with_outcome text, reason text) returns void
language sql volatile security definer set search_path = '' set enable_seqscan = off as $$
  update shop.mails set ended_at = now(), outcome = with_outcome, last_error = reason
    where store_id = of_store and id = of_id and coalesce(outcome, 'given up') = 'given up';
  update shop.account_mails set ended_at = now(), outcome = with_outcome, last_error = reason
    where of_store is null and id = of_id and coalesce(outcome, 'given up') = 'given up';
$$;

grant execute on function door.end_mail to {{worker}};
