-- Records the outcomes of claimed jobs: "done", "again" (continues after pause_ms), "retry" (failed, tried again after
-- pause_ms) or "failed" (given up). Outcomes of claims that are no longer held are ignored. After "done", a recurring
-- job next runs at a multiple of its interval. The results of the jobs' emails are recorded in any case.
create or replace function door.settle_jobs(outcomes jsonb) returns void
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare deleted int;
begin
  if jsonb_array_length(outcomes) = 0 then
    return;
  end if;
  perform door.end_mails(outcomes);
  for attempt in 1 .. 5 loop
    with ended as materialized (
      select o.* from jsonb_to_recordset(outcomes) o (id bigint, claim int, how text, pause_ms float, payload jsonb, error text,
        in_order boolean, counts boolean)
    )
    delete from shop.jobs j using ended o
    where j.id = o.id and j.claim = o.claim and j.claimed_by is not null and j.every is null
      and (o.how = 'done' or (o.how in ('again', 'retry') and door.is_replaced(j)));
    get diagnostics deleted = row_count;
    if deleted = jsonb_array_length(outcomes) then
      return;
    end if;
    begin
      with ended as materialized (
        select o.* from jsonb_to_recordset(outcomes) o (id bigint, claim int, how text, pause_ms float, payload jsonb, error text,
          in_order boolean, counts boolean)
      )
      update shop.jobs j set claimed_by = null, lease_until = null,
        payload = coalesce(o.payload, j.payload),
        last_error = case when o.how in ('retry', 'failed') then o.error end,
        attempts = case when o.how in ('done', 'again') then 0 when o.counts then j.attempts else greatest(j.attempts - 1, 0) end,
        failed_at = case when o.how = 'failed' then now() end,
        run_at = case
          when o.how = 'failed' then j.run_at
          when j.every is not null and o.how = 'done' then date_bin(j.every, now(), 'epoch') + j.every
          when o.in_order then j.run_at
          else clock_timestamp() + o.pause_ms * interval '1 ms' end,
        wait_until = case when o.how in ('again', 'retry') and o.in_order and o.pause_ms > 0
          then clock_timestamp() + o.pause_ms * interval '1 ms' end
      from ended o
      where j.id = o.id and j.claim = o.claim and j.claimed_by is not null;
      return;
    exception when unique_violation then
      -- A job with the same key was enqueued after the deletion, which now finds it.
      if attempt = 5 then raise; end if;
    end;
  end loop;
end $$;

grant execute on function door.settle_jobs to {{worker}};
