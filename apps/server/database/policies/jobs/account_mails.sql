alter table shop.account_mails enable row level security;
alter table shop.account_mails force row level security;
create policy add on shop.account_mails for insert to {{app}}, {{worker}} with check (true);
create policy doors on shop.account_mails to {{doors}} using (true) with check (true);
grant insert on shop.account_mails to {{app}}, {{worker}};
grant select, update, delete on shop.account_mails to {{doors}};
