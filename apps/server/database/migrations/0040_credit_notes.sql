-- Credit notes: one for each completed refund of an order that was paid with real money.
alter table shop.refunds
  -- Its credit note is still to be issued.
  add column is_credit_note_due boolean not null default false;
update shop.refunds r set is_credit_note_due = true from shop.orders o
  where r.state = 'completed' and o.store_id = r.store_id and o.id = r.order_id and o.payment_environment = 'LIVE'
    and r.completed_at >= o.paid_at;
alter table shop.refunds add constraint refunds_credit_note_due check (not is_credit_note_due or state = 'completed');
create index refunds_to_credit on shop.refunds (completed_at, id) where is_credit_note_due;

alter table shop.order_documents
  -- Of a credit note: its refund, and the invoice that it corrects.
  add column refund_id uuid,
  add column invoice_id uuid,
  -- Of an invoice what it charged by line and rate, of a credit note what it took of each of these; null for older invoices.
  add column amounts jsonb,
  add constraint order_documents_of_refund check ((kind = 'credit-note') = (refund_id is not null)
    and (refund_id is null) = (invoice_id is null)),
  add constraint order_documents_one_for_refund unique (store_id, refund_id),
  add foreign key (store_id, refund_id) references shop.refunds,
  add foreign key (store_id, invoice_id) references shop.order_documents;
