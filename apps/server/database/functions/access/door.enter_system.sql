-- Enters a store for the system's own work: sweeps, payment results, imports from the command line.
create or replace function door.enter_system(of_store uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform door.enter(of_store, 'system', '');
end $$;

grant execute on function door.enter_system to {{worker}};
