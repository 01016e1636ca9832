-- Claims the store that was deleted before `before` and whose erasure is due first, and returns it; null if none is
-- due. The claim commits before the erasure, as in door.claim_account_erasure.
create or replace function door.claim_store_erasure(before timestamptz) returns uuid
language sql volatile security definer set search_path = '' as $$
  with picked as materialized (
    select s.id from shop.stores s
    where s.deleted_at < before and s.erased_at is null and (s.erasure_due_at is null or s.erasure_due_at <= now())
    order by s.erasure_due_at nulls first, s.id limit 1 for no key update skip locked
  )
  update shop.stores s
    set erasure_attempts = s.erasure_attempts + 1, erasure_due_at = now() + interval '1 minute' * 2 ^ least(s.erasure_attempts, 10)
    from picked p where s.id = p.id returning s.id;
$$;

grant execute on function door.claim_store_erasure to {{worker}};
