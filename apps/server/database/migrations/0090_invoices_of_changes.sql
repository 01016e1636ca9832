-- Documents of changes that were made after an order's invoice: a further invoice of what it costs more, and for what it costs
-- less a credit note that says the change.
-- What was changed since the last document.
alter table shop.orders add column uninvoiced jsonb;
alter table shop.refunds
  -- Of the difference of a change: what its credit note says. null: no change, or of an order without an invoice.
  add column change jsonb,
  -- false: the invoice that will be issued has the change already, so that the refund gets no credit note.
  add column is_invoiced boolean not null default true;
