-- For the health check: fails with disk_full if the database has less than about a megabyte left. Sorts in a temporary
-- file, because this allocates space without writing WAL or rows that would have to be vacuumed.
create or replace function door.check_disk_space() returns void
language plpgsql volatile set search_path = '' set work_mem = '64kB' as $$
begin
  perform sum(length(t.filler)) from (
    select repeat(md5(i::text), 32) as filler from generate_series(1, 1000) i order by 1 offset 0) t;
end $$;

grant execute on function door.check_disk_space to {{worker}};
