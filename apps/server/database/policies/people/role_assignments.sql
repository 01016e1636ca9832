call shop.protect('shop.role_assignments', 'staff');
create policy people_alone on shop.role_assignments as restrictive to {{app}}, {{worker}} using (shop.current_key() is null);
-- FOR SHARE needs the right to update any column (door.enter_user).
grant update (created_at) on shop.role_assignments to {{doors}};
