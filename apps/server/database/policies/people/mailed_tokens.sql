alter table shop.mailed_tokens enable row level security;
alter table shop.mailed_tokens force row level security;
create policy doors on shop.mailed_tokens to {{doors}} using (true) with check (true);
grant select, insert, update, delete on shop.mailed_tokens to {{doors}};
