-- If a translation (`fields`) lacks the text, it is searched by the product's original prose. Returns the size of that
-- prose in bytes (seoDescription, else description), or 0 if the text is translated.
create or replace function shop.copied_prose(seo_description text, description text, fields jsonb) returns int
language sql immutable parallel safe as $$
  select case when fields ? 'seoDescription' or (seo_description is null and fields ? 'description') then 0
    else octet_length(coalesce(seo_description, description)) end
$$;

grant execute on function shop.copied_prose to {{app}}, {{worker}};
