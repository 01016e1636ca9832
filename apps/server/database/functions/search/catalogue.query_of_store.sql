-- Converts the tsquery `asked` to one for words in the form of catalogue.words_of_store. The result finds at least what
-- `asked` finds: it omits weights, and has "and" instead of "followed by". `asked` must not contain a negation.
create or replace function catalogue.query_of_store(of_store uuid, asked tsquery, language text default '') returns tsquery
language plpgsql immutable strict parallel safe as $$
declare
  key text := right(of_store::text, 8) || language;
begin
  return (
    select format('(%s) | ''%s''', string_agg(coalesce(
        '''' || key || found.part[1] || '''' || coalesce(found.part[2], ''), found.part[3], '&'), ' ' order by found.at), key)::tsquery
    from regexp_matches(asked::text,
      '''((?:[^''\\]|''''|\\\\){1,40})(?:[^''\\]|''''|\\\\)*''(:\*)?:?[A-D]*|([&|()])|<(?:-|\d+)>', 'g') with ordinality found (part, at)
    having count(*) > 0);
end $$;
