call shop.protect('shop.invitations', 'staff');
create policy people_alone on shop.invitations as restrictive to {{app}}, {{worker}} using (shop.current_key() is null);
revoke delete on shop.invitations from {{app}}, {{worker}};
grant delete on shop.invitations to {{doors}};
grant update (withdrawn_at) on shop.invitations to {{doors}};
