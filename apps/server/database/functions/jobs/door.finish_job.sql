-- Completes a job in the transaction of its last step, so that its effects are written exactly once. Returns false if
-- the claim is no longer held.
create or replace function door.finish_job(of_id bigint, of_claim int) returns boolean
language sql volatile security definer set search_path = '' set enable_seqscan = off as $$
  with ended as (
    delete from shop.jobs where id = of_id and claim = of_claim and claimed_by is not null and every is null returning 1)
  select exists (select from ended)
$$;

grant execute on function door.finish_job to {{worker}};
