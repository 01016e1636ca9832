create or replace function shop.note_publication() returns trigger language plpgsql as $$
begin
  new.changes_at := case when new.published_at > now() then new.published_at end;
  return new;
end $$;
