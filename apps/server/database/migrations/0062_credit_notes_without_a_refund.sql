-- A credit note has no refund if a change made the order cheaper but a lost dispute had already returned the money.
alter table shop.order_documents
  drop constraint order_documents_of_refund,
  add constraint order_documents_of_invoice check ((kind = 'credit-note') = (invoice_id is not null)
    and (refund_id is null or kind = 'credit-note'));
