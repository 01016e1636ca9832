-- When the confirmation was last asked for: within an hour no second mail goes out.
alter table shop.subscriptions add column requested_at timestamptz not null default now();
