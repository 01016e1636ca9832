alter table shop.account_erasures enable row level security;
alter table shop.account_erasures force row level security;
create policy doors on shop.account_erasures to {{doors}} using (true) with check (true);
grant select, insert, update, delete on shop.account_erasures to {{doors}};
