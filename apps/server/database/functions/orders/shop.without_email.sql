-- Removes lines equal to this email from the addresses in a document's content, and then addresses without any lines.
create or replace function shop.without_email(content jsonb, email text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_set(content, '{addresses}', (
    select coalesce(jsonb_agg(jsonb_set(a.address, '{lines}', (a.address -> 'lines') - email) order by a.position), '[]')
    from jsonb_array_elements(content -> 'addresses') with ordinality a (address, position)
    where (a.address -> 'lines') - email <> '[]'))
$$;

grant execute on function shop.without_email to {{app}}, {{worker}};
