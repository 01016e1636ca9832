-- What is due, a page at a time: what cannot be ended yet must not stand in the way of what comes after it.
drop function door.expired_orders(int);
drop function door.unsettled_payments(interval, int);

-- due is text, so that the next page begins exactly after it: a Date has no microseconds.
create function door.expired_orders(most int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select o.store_id, o.id, o.expires_at::text from shop.orders o
  where o.expires_at < now() and (o.expires_at, o.id) > (after_due::timestamptz, after_id)
  order by o.expires_at, o.id limit most
$$;

create function door.unsettled_payments(older_than interval, most int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select p.store_id, p.id, p.updated_at::text from shop.payments p
  where p.state = 'processing' and p.updated_at < now() - older_than
    and (p.updated_at, p.id) > (after_due::timestamptz, after_id)
  order by p.updated_at, p.id limit most
$$;

do $$
declare f text;
begin
  foreach f in array '{"expired_orders(int, text, uuid)","unsettled_payments(interval, int, text, uuid)"}'::text[] loop
    execute format('alter function door.%s owner to {{doors}}', f);
    execute format('revoke all on function door.%s from public', f);
    execute format('grant execute on function door.%s to {{worker}}', f);
  end loop;
end $$;
