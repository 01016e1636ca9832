-- Mails are sent by jobs, which store the number of attempts and the time of the next one.
insert into shop.jobs (kind, lane, store_id, payload, run_at, last_error)
select case when is_bulk then 'mail.bulk' else 'mail' end, store_id::text, store_id, jsonb_build_object('mailId', id), run_at, last_error
from shop.mails where ended_at is null order by run_at, id;
insert into shop.jobs (kind, lane, payload, run_at, last_error)
select 'mail.account', 'accounts', jsonb_build_object('mailId', id), run_at, last_error
from shop.account_mails where ended_at is null order by run_at, id;

alter table shop.mails drop column run_at, drop column attempts, drop column is_bulk;
alter table shop.account_mails drop column run_at, drop column attempts;
