-- The email in a document's content. By it, an erasure also finds documents of orders that other people placed with the
-- email, and of orders whose email was corrected later. It only marks them; a sweep then removes the email from their
-- content and from this column.
alter table shop.order_documents
  add column email text,
  add column email_erased_at timestamptz;
-- The email is written below the billing address.
update shop.order_documents d set email = (select l.line
    from jsonb_array_elements_text(d.content #> '{addresses,0,lines}') with ordinality l (line, position)
    where l.line ~ '^[^@\s]+@[^@\s]+$' order by l.position desc limit 1)
  where d.erased_at is null;
-- Earlier erasures removed the email from an order of another person, but not from its documents.
update shop.order_documents d set email_erased_at = now() from shop.orders o
  where d.email is not null and o.store_id = d.store_id and o.id = d.order_id and o.email is null;
create index order_documents_by_email on shop.order_documents (store_id, lower(email)) where email is not null;
create index order_documents_emails_to_clear on shop.order_documents (email_erased_at, id)
  where email_erased_at is not null and email is not null;
