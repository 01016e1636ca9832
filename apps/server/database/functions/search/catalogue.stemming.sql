-- The text search configuration of a language; 'simple' if PostgreSQL has none.
create or replace function catalogue.stemming(language text) returns regconfig language sql immutable parallel safe as $$
  select (case language when 'EN' then 'english' when 'ES' then 'spanish' when 'FR' then 'french' when 'DE' then 'german'
    when 'IT' then 'italian' when 'PT' then 'portuguese' when 'RU' then 'russian' when 'AR' then 'arabic' when 'HI' then 'hindi'
    else 'simple' end)::regconfig
$$;
