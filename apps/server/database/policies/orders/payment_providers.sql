call shop.protect('shop.payment_providers', 'staff');
-- The door functions need this grant only to lock rows.
grant update (version) on shop.payment_providers to {{doors}};
create policy people_add on shop.payment_providers as restrictive for insert to {{app}}, {{worker}} with check (shop.current_key() is null);
create policy people_delete on shop.payment_providers as restrictive for delete to {{app}}, {{worker}} using (shop.current_key() is null);
create policy people_update on shop.payment_providers as restrictive for update to {{app}}, {{worker}} using (shop.current_key() is null);
