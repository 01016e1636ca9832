-- Whether what an order's cookie is bound to hasn't ended: a session, or the activation of a custom domain. An expired
-- session hasn't. True for null, which is bound to nothing.
create or replace function shop.is_current(bound_to uuid) returns boolean
language sql stable set search_path = '' as $$
  select bound_to is null
    or exists (select from shop.sessions s where s.id = bound_to and s.revoked_at is null)
    or exists (select from shop.domains d where d.activation = bound_to)
$$;

grant execute on function shop.is_current to {{doors}};
