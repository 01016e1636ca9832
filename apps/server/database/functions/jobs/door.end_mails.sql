-- Records the results of emails: the field `mail` of each outcome that has one. Looks up each email by its key, because
-- a scan of all emails would be slow. Removes former values from emails that won't be tried again.
create or replace function door.end_mails(outcomes jsonb) returns void
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare e record;
begin
  for e in select m.* from jsonb_to_recordset(outcomes) o (mail jsonb)
    cross join lateral jsonb_to_record(o.mail) m ("storeId" uuid, id uuid, outcome text, reason text)
    where o.mail is not null
  loop
    if e."storeId" is null then
      update shop.account_mails m set ended_at = now(), outcome = e.outcome, last_error = e.reason
        where m.id = e.id and coalesce(m.outcome, 'given up') = 'given up';
    else
      update shop.mails m set ended_at = now(), outcome = e.outcome, last_error = e.reason,
        data = case e.outcome when 'given up' then m.data else m.data - 'before' end
        where m.store_id = e."storeId" and m.id = e.id and coalesce(m.outcome, 'given up') = 'given up';
    end if;
  end loop;
end $$;

grant execute on function door.end_mails to {{worker}};
