-- Schemas, the settings a transaction is entered with, and the one way to put a table under row-level security.
-- {{app}}, {{catalogue}}, {{worker}} and {{doors}} are this database's roles (see docs/architecture.md, "The data").
create extension if not exists pg_trgm with schema public;
create schema shop;
create schema catalogue;
create schema door;
grant usage on schema shop, door to {{app}}, {{worker}}, {{doors}};
grant usage on schema catalogue to {{catalogue}}, {{app}}, {{worker}}, {{doors}};
grant create on schema door, catalogue to {{doors}};
alter default privileges in schema shop grant usage on sequences to {{app}}, {{worker}};

-- Unset or left over from another transaction ('') raises: a query outside enter_* fails, it never sees everything.
create function shop.current_store() returns uuid language sql stable
  as $$ select current_setting('app.store')::uuid $$;
create function shop.current_scope() returns text language sql stable
  as $$ select current_setting('app.scope') $$;
create function shop.current_order() returns uuid language sql stable
  as $$ select nullif(current_setting('app.order', true), '')::uuid $$;

-- kind: 'catalogue' (every scope reads, staff and system write), 'open' (every scope reads and writes: stock),
-- 'append' (every scope adds, staff and system read: audit), 'staff' (staff and system only), or
-- 'order' (staff and system, or the one order entered, named by order_column).
create procedure shop.protect(t regclass, kind text, order_column text default 'order_id') language plpgsql as $$
declare
  own text := 'store_id = shop.current_store()';
  internal text := own || ' and shop.current_scope() in (''staff'', ''system'')';
  readable text;
  writable text;
begin
  readable := case when kind in ('staff', 'append') then internal
    when kind = 'order' then format('%s and (shop.current_scope() in (''staff'', ''system'') or %I = shop.current_order())', own, order_column)
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
