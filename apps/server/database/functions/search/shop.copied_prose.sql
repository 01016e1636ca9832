-- The size in bytes of a product's original prose (seoDescription, or description if it has none) that is also indexed
-- for a translation that lacks this text.
create or replace function shop.copied_prose(seo_description text, description text, fields jsonb) returns int
language sql immutable parallel safe as $$
  select case when fields ? 'seoDescription' or (seo_description is null and fields ? 'description') then 0
    else octet_length(coalesce(seo_description, description)) end
$$;

grant execute on function shop.copied_prose to {{app}}, {{worker}};
