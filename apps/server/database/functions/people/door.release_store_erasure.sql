-- Releases a claimed store whose erasure was interrupted without a failure, so that it is due immediately.
create or replace function door.release_store_erasure(of_store uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.stores s set erasure_attempts = 0, erasure_due_at = null where s.id = of_store and s.erased_at is null;
$$;

grant execute on function door.release_store_erasure to {{worker}};
