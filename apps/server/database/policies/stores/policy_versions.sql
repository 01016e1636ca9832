call shop.protect('shop.policy_versions', 'staff');
revoke update, delete on shop.policy_versions from {{app}}, {{worker}};
grant insert, update on shop.policy_versions to {{doors}};
