-- Enables row-level security for a table. kind: 'catalogue' (every scope reads, staff and system write), 'open' (every
-- scope reads and writes), 'append' (every scope adds, staff and system read and write), 'staff' (staff and system
-- only), 'order' or 'customer' (staff and system, and the rows whose owner_column has the id of the transaction's order
-- or customer).
create or replace procedure shop.protect(t regclass, kind text, owner_column text default 'order_id') language plpgsql as $$
declare
  own text := 'store_id = shop.current_store()';
  internal text := own || ' and shop.current_scope() in (''staff'', ''system'')';
  readable text;
  writable text;
begin
  if kind not in ('catalogue', 'open', 'append', 'staff', 'order', 'customer') then
    raise exception 'shop.protect: unknown kind %', kind;
  end if;
  readable := case when kind in ('staff', 'append') then internal
    when kind = 'order' then format('%s and (shop.current_scope() in (''staff'', ''system'') or %I = shop.current_order())', own, owner_column)
    when kind = 'customer' then format('%s and (shop.current_scope() in (''staff'', ''system'') or (shop.current_scope() = ''customer'' and %I = shop.current_customer()))', own, owner_column)
    else own end;
  writable := case when kind = 'catalogue' then internal else readable end;
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy read on %s for select to {{app}}, {{worker}} using (%s)', t, readable);
  execute format('create policy add on %s for insert to {{app}}, {{worker}} with check (%s)', t,
    case when kind = 'append' then own else writable end);
  execute format('create policy change on %s for update to {{app}}, {{worker}} using (%s) with check (%s)', t, writable, writable);
  execute format('create policy remove on %s for delete to {{app}}, {{worker}} using (%s)', t, writable);
  execute format('create policy doors on %s to {{doors}} using (true) with check (true)', t);
  execute format('grant select, insert, update, delete on %s to {{app}}, {{worker}}', t);
  execute format('grant select on %s to {{doors}}', t);
end $$;
