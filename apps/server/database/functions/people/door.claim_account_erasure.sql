-- Claims the deleted account whose erasure is due first and returns it; null if none is due. The claim commits before the
-- erasure, so that a failed erasure doesn't block the others: it is due again after a pause, which doubles up to 17 hours.
create or replace function door.claim_account_erasure() returns uuid
language sql volatile security definer set search_path = '' as $$
  with picked as materialized (
    select e.user_id from shop.account_erasures e where e.due_at <= now()
    order by e.due_at, e.user_id limit 1 for update skip locked
  )
  update shop.account_erasures e
    set attempts = e.attempts + 1, due_at = now() + interval '1 minute' * 2 ^ least(e.attempts, 10)
    from picked p where e.user_id = p.user_id returning e.user_id;
$$;

grant execute on function door.claim_account_erasure to {{worker}};
