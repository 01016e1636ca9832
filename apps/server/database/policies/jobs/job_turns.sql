alter table shop.job_turns enable row level security;
alter table shop.job_turns force row level security;
create policy doors on shop.job_turns to {{doors}} using (true) with check (true);
grant select, insert, update, delete on shop.job_turns to {{doors}};
