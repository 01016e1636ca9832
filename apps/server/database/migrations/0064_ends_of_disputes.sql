alter table shop.disputes
  -- The bank only asks for information, and the provider hasn't taken the money.
  add column is_inquiry boolean not null default false,
  add constraint disputes_inquiry check (not is_inquiry or (state = 'open' and counted_minor = 0)),
  -- When the provider is asked about the dispute, unless it reports a change before; null: no more.
  add column ask_at timestamptz;
update shop.disputes set ask_at = now() where state <> 'won';
create index disputes_to_ask on shop.disputes (ask_at, id) where ask_at is not null;
