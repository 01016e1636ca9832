-- A credit note without a refund is for a change whose difference a lost dispute has already returned.
alter table shop.order_documents
  drop constraint order_documents_of_refund,
  add constraint order_documents_of_invoice check ((kind = 'credit-note') = (invoice_id is not null)
    and (refund_id is null or kind = 'credit-note'));
