alter table shop.disputes
  -- Whether the bank only asks for information and the provider hasn't taken the money.
  add column is_inquiry boolean not null default false,
  add constraint disputes_inquiry check (not is_inquiry or (state = 'open' and counted_minor = 0)),
  -- When to ask the provider about the dispute next, unless it reports a change first; null: never again.
  add column ask_at timestamptz;
update shop.disputes set ask_at = now() where state <> 'won';
create index disputes_to_ask on shop.disputes (ask_at, id) where ask_at is not null;
