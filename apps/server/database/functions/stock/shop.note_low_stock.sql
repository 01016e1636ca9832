create or replace function shop.note_low_stock() returns trigger language plpgsql as $$
begin
  if new.low_since is null then
    new.low_since := now();
  else
    new.low_since := null;
    new.low_reported_at := null;
  end if;
  return new;
end $$;
