call shop.protect('shop.draft_order_lines', 'order', 'draft_id');
grant delete on shop.draft_order_lines to {{doors}};
create policy of_customer on shop.draft_order_lines for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store()
    and exists (select from shop.draft_orders d where d.store_id = draft_order_lines.store_id and d.id = draft_order_lines.draft_id));
