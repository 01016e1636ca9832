call shop.protect('shop.api_keys', 'staff');
create policy people_alone on shop.api_keys as restrictive to {{app}}, {{worker}} using (shop.current_key() is null);
revoke delete on shop.api_keys from {{app}}, {{worker}};
grant update (last_used_at) on shop.api_keys to {{doors}};
