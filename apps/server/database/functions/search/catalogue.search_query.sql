-- The tsquery of a search. Each term is a word with its synonyms, in the syntax of to_tsquery; `starts` contains the
-- unstemmed beginning of the same word. Stop words of any of the languages are ignored, unless there are no other
-- words.
create or replace function catalogue.search_query(languages text[], terms text[], starts text[]) returns tsquery
language plpgsql immutable parallel safe as $$
declare
  asked tsquery;
  typed tsquery;
  found tsquery;
  one tsquery;
  passed boolean;
begin
  for i in 1 .. cardinality(terms) loop
    one := to_tsquery('simple', starts[i]);
    typed := case when typed is null then one else typed && one end;
    passed := false;
    for l in 1 .. cardinality(languages) loop
      found := to_tsquery(catalogue.stemming(languages[l]), terms[i]);
      if numnode(found) = 0 then passed := true; else one := one || found; end if;
    end loop;
    if not passed then asked := case when asked is null then one else asked && one end; end if;
  end loop;
  return coalesce(asked, typed);
end $$;
