call shop.protect('shop.role_assignments', 'staff');
create policy people_alone on shop.role_assignments as restrictive to {{app}}, {{worker}} using (shop.current_key() is null);
