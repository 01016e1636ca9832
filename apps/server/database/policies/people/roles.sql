call shop.protect('shop.roles', 'staff');
create policy people_alone on shop.roles as restrictive to {{app}}, {{worker}} using (shop.current_key() is null);
