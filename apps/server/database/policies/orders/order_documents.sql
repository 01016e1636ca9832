call shop.protect('shop.order_documents', 'order');
create policy of_customer on shop.order_documents for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.orders o
      where o.store_id = order_documents.store_id and o.id = order_documents.order_id and o.customer_id = shop.current_customer()));
-- Issued documents don't change, except that an erasure removes personal data.
revoke update, delete on shop.order_documents from {{app}}, {{worker}};
grant update (content, email, email_erased_at, erased_at, is_cleared), delete on shop.order_documents to {{doors}};
