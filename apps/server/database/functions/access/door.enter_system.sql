-- Gives the transaction access to a store for the system's own work, such as sweeps, payment results and command-line
-- imports.
create or replace function door.enter_system(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.enter(of_store, 'system', '');
end $$;

grant execute on function door.enter_system to {{worker}};
