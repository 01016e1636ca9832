-- What a shopper has to write without reading what others wrote goes through doors; the tables behind them are the
-- staff's and the system's alone.

do $$
declare t text; p record;
begin
  foreach t in array '{idempotency_keys,subscriptions,event_counts,discounts,reviews,stock_movements,inventory_levels}'::text[] loop
    for p in select polname from pg_policy where polrelid = ('shop.' || t)::regclass loop
      execute format('drop policy %I on shop.%I', p.polname, t);
    end loop;
  end loop;
end $$;

call shop.protect('shop.idempotency_keys', 'staff');
call shop.protect('shop.subscriptions', 'staff');
call shop.protect('shop.event_counts', 'staff');
call shop.protect('shop.discounts', 'staff');
-- Anybody hands a review in; who reads and changes them is the store.
call shop.protect('shop.reviews', 'append');
-- An order sees and writes its own movements.
call shop.protect('shop.stock_movements', 'order');
revoke update, delete on shop.stock_movements from {{app}}, {{worker}};
revoke delete on shop.discounts from {{app}}, {{worker}};

-- An order locks and moves the levels of its variants; a shopper without one has no business there.
create policy levels on shop.inventory_levels to {{app}}, {{worker}}
  using (store_id = shop.current_store() and shop.current_scope() in ('staff', 'system', 'order'))
  with check (store_id = shop.current_store() and shop.current_scope() in ('staff', 'system', 'order'));
create policy doors on shop.inventory_levels to {{doors}} using (true) with check (true);

-- Joins the caller's transaction. One row: whether the key is new; if not, whether it was this request's, and its answer.
create function door.claim_key(of_operation text, with_key text, with_hash bytea)
returns table (made boolean, fits boolean, answer jsonb)
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into shop.idempotency_keys (store_id, operation, key, request_hash)
    values (shop.current_store(), of_operation, with_key, with_hash) on conflict do nothing;
  if found then return query select true, true, null::jsonb; return; end if;
  return query select false, k.request_hash = with_hash, case when k.request_hash = with_hash then k.response end
    from shop.idempotency_keys k
    where k.store_id = shop.current_store() and k.operation = of_operation and k.key = with_key;
end $$;

create function door.keep_answer(of_operation text, with_key text, with_hash bytea, answer jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.idempotency_keys set response = answer
  where store_id = shop.current_store() and operation = of_operation and key = with_key and request_hash = with_hash
$$;

-- The subscription that waits for its mail; null where a mail went out a moment ago, or it is confirmed.
create function door.request_subscription(new_id uuid, with_email text, of_source text, with_token_hash bytea,
  at timestamptz, last_mail_before timestamptz) returns uuid
language sql volatile security definer set search_path = '' as $$
  insert into shop.subscriptions as s (store_id, id, email, source, token_hash, created_at, requested_at)
  values (shop.current_store(), new_id, with_email, of_source, with_token_hash, at, at)
  on conflict (store_id, lower(email), source) do update
    set token_hash = excluded.token_hash, requested_at = excluded.requested_at
    where s.confirmed_at is null and s.requested_at <= last_mail_before
  returning id
$$;

create function door.confirm_subscription(with_token_hash bytea, at timestamptz) returns boolean
language sql volatile security definer set search_path = '' as $$
  with confirmed as (
    update shop.subscriptions set confirmed_at = coalesce(confirmed_at, at)
    where store_id = shop.current_store() and token_hash = with_token_hash returning id)
  select exists (select from confirmed)
$$;

create function door.count_event(at_hour timestamptz, of_event text, of_product uuid, of_value numeric) returns void
language sql volatile security definer set search_path = '' as $$
  insert into shop.event_counts as e (store_id, hour, event, product_id, count, value_sum)
  values (shop.current_store(), at_hour, of_event, of_product, 1, of_value)
  on conflict (store_id, hour, event, product_id) do update
    set count = e.count + 1, value_sum = e.value_sum + excluded.value_sum
$$;

-- False where a code of ten uses has been used ten times.
create function door.use_discount(of_discount uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  with used as (
    update shop.discounts set used = used + 1
    where store_id = shop.current_store() and id = of_discount and (usage_limit is null or used < usage_limit) returning id)
  select exists (select from used)
$$;

create function door.give_discount_back(of_discount uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update shop.discounts set used = used - 1 where store_id = shop.current_store() and id = of_discount and used > 0
$$;

grant insert, update on shop.idempotency_keys, shop.subscriptions, shop.event_counts to {{doors}};
grant update on shop.discounts to {{doors}};

do $$
declare f record;
begin
  for f in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'door'::regnamespace
    and p.proname in ('claim_key', 'keep_answer', 'request_subscription', 'confirm_subscription', 'count_event',
      'use_discount', 'give_discount_back') loop
    execute format('alter function %s owner to {{doors}}', f.name);
    execute format('revoke all on function %s from public', f.name);
    execute format('grant execute on function %s to {{app}}, {{worker}}', f.name);
  end loop;
end $$;
