-- Every scope may add a review; staff and the system read and change them.
call shop.protect('shop.reviews', 'append');
-- Shoppers add reviews only as PENDING, without a reply or votes.
create policy handed_in on shop.reviews as restrictive for insert to {{app}}, {{worker}}
  with check (shop.current_scope() in ('staff', 'system')
    or (status = 'PENDING' and reply is null and helpful_count = 0));
create policy of_customer on shop.reviews for select to {{app}}, {{worker}}
  using (shop.current_scope() = 'customer' and store_id = shop.current_store() and customer_id = shop.current_customer());
grant update (caller, customer_id, helpful_count, name, network, order_id, verified, version) on shop.reviews to {{doors}};
