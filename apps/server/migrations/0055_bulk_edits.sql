-- One change of many products: what was chosen, what becomes of it, and how far the worker is with it.
create table shop.bulk_edits (
  store_id uuid not null references shop.stores,
  id uuid not null,
  -- As they were sent.
  selection jsonb not null,
  change jsonb not null,
  note text,
  -- The products chosen when it was made, in the order in which products are locked; and the variants, where these were chosen.
  product_ids uuid[] not null,
  variant_ids uuid[],
  state text not null default 'PREPARING'
    check (state in ('PREPARING', 'READY', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'CANCELLED', 'FAILED')),
  -- Items by state, and by the reason why they were left as they are.
  counts jsonb not null default '{}',
  reasons jsonb not null default '{}',
  -- Where the work in hand is: a place in product_ids while it is prepared, an item's position afterwards.
  worked int not null default 0,
  -- When the worker takes its next step; failures are the last ones in a row.
  due_at timestamptz,
  failures int not null default 0,
  actor_kind text not null check (actor_kind in ('user', 'api-key', 'system')),
  actor_id uuid,
  version int not null default 1,
  created_at timestamptz not null,
  ran_at timestamptz,
  undone_at timestamptz,
  primary key (store_id, id),
  check ((due_at is not null) = (state in ('PREPARING', 'RUNNING', 'UNDOING')))
);
create index bulk_edits_by_id on shop.bulk_edits (id);
create index bulk_edits_due on shop.bulk_edits (due_at, id) where due_at is not null;
create index bulk_edits_never_run on shop.bulk_edits (created_at) where ran_at is null;
call shop.protect('shop.bulk_edits', 'staff');
revoke delete on shop.bulk_edits from {{app}}, {{worker}};
call shop.name_kind('bulk edit', 'shop.bulk_edits');

-- One field of one product or variant, before and after; written by the worker alone.
create table shop.bulk_edit_items (
  store_id uuid not null,
  bulk_edit_id uuid not null,
  position int not null check (position > 0),
  product_id uuid not null,
  variant_id uuid,
  field text not null check (field in ('PRICE', 'STOCK', 'STATUS', 'TAGS', 'CATEGORY')),
  before jsonb not null,
  after jsonb,
  state text not null check (state in ('PLANNED', 'LEFT_OUT', 'DONE', 'NOT_DONE', 'UNDONE', 'NOT_UNDONE')),
  reason text,
  primary key (store_id, bulk_edit_id, position),
  foreign key (store_id, bulk_edit_id) references shop.bulk_edits,
  foreign key (store_id, product_id) references shop.products,
  foreign key (store_id, variant_id) references shop.variants,
  check ((field in ('PRICE', 'STOCK')) = (variant_id is not null)),
  check ((reason is not null) = (state in ('LEFT_OUT', 'NOT_DONE', 'NOT_UNDONE'))),
  check (after is not null or state = 'LEFT_OUT')
) with (fillfactor = 80);
create index bulk_edit_items_by_product on shop.bulk_edit_items (store_id, product_id, bulk_edit_id);
call shop.protect('shop.bulk_edit_items', 'staff');
revoke insert, update, delete on shop.bulk_edit_items from {{app}};
revoke delete on shop.bulk_edit_items from {{worker}};

-- For the worker: edits that have a step to do, in all stores.
create function door.due_bulk_edits(at timestamptz, most int, after_due text, after_id uuid)
returns table (store_id uuid, id uuid, due text)
language sql stable security definer set search_path = '' as $$
  select e.store_id, e.id, e.due_at::text from shop.bulk_edits e
  join shop.stores s on s.id = e.store_id and s.deleted_at is null
  where e.due_at <= at and (e.due_at, e.id) > (after_due::timestamptz, after_id)
  order by e.due_at, e.id limit most
$$;
alter function door.due_bulk_edits(timestamptz, int, text, uuid) owner to {{doors}};
revoke all on function door.due_bulk_edits(timestamptz, int, text, uuid) from public;
grant execute on function door.due_bulk_edits(timestamptz, int, text, uuid) to {{worker}};

-- Forgets edits that nobody has run for a month, their items first, so many rows at a time. Answers with how many went.
create function door.forget_bulk_edits(at timestamptz, most int) returns int
language plpgsql volatile security definer set search_path = '' as $$
declare gone int; emptied int;
begin
  -- Nobody runs what is being forgotten.
  update shop.bulk_edits e set state = 'CANCELLED', due_at = null, version = version + 1
    where e.ran_at is null and e.created_at < at - interval '30 days' and e.state <> 'CANCELLED';
  delete from shop.bulk_edit_items i using (
    select o.store_id, o.bulk_edit_id, o.position from shop.bulk_edits e
    join shop.bulk_edit_items o on o.store_id = e.store_id and o.bulk_edit_id = e.id
    where e.ran_at is null and e.created_at < at - interval '30 days' limit most) old
    where i.store_id = old.store_id and i.bulk_edit_id = old.bulk_edit_id and i.position = old.position;
  get diagnostics gone = row_count;
  delete from shop.bulk_edits e where e.ran_at is null and e.created_at < at - interval '30 days'
    and not exists (select from shop.bulk_edit_items i where i.store_id = e.store_id and i.bulk_edit_id = e.id);
  get diagnostics emptied = row_count;
  return gone + emptied;
end $$;
grant update (state, due_at, version), delete on shop.bulk_edits to {{doors}};
grant delete on shop.bulk_edit_items to {{doors}};
alter function door.forget_bulk_edits(timestamptz, int) owner to {{doors}};
revoke all on function door.forget_bulk_edits(timestamptz, int) from public;
grant execute on function door.forget_bulk_edits(timestamptz, int) to {{worker}};
