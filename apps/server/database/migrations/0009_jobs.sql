-- Events to publish, such as cache invalidations, and those already published (done_at). Written in the transaction of
-- the change and claimed by the worker.
create table shop.outbox (
  store_id uuid not null references shop.stores,
  id uuid not null,
  topic text not null,
  payload jsonb not null,
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  done_at timestamptz,
  primary key (store_id, id)
);
create index outbox_due on shop.outbox (store_id, run_at) where done_at is null;
create index outbox_told on shop.outbox (done_at) where done_at is not null;

-- A store's mails to render and send. account_mails holds those that belong to no store. Requests may only add rows.
-- The worker claims mails and records their results through functions of the schema door.
create table shop.mails (
  store_id uuid not null references shop.stores,
  id uuid not null,
  template text not null,
  recipient text not null,
  language text,
  data jsonb not null,
  is_bulk boolean not null default false,
  created_at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'dropped', 'refused', 'given up')),
  -- The account that the mail is about; null: none. No foreign key, because roles that may only add mails can't read
  -- users. When an account is deleted, its invitations and these mails are deleted, whatever their address.
  user_id uuid,
  primary key (store_id, id),
  check ((ended_at is null) = (outcome is null))
);
create index mails_due on shop.mails (is_bulk, run_at) where ended_at is null;
create index mails_ended on shop.mails (ended_at) where ended_at is not null;
create index mails_by_recipient on shop.mails (store_id, lower(recipient));
create index mails_by_user on shop.mails (user_id) where user_id is not null;

create table shop.account_mails (
  id uuid not null,
  template text not null,
  recipient text not null,
  language text,
  data jsonb not null,
  created_at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  last_error text,
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'dropped', 'refused', 'given up')),
  user_id uuid,
  check ((ended_at is null) = (outcome is null)),
  primary key (id)
);
create index account_mails_due on shop.account_mails (run_at) where ended_at is null;
create index account_mails_ended on shop.account_mails (ended_at) where ended_at is not null;
create index account_mails_by_recipient on shop.account_mails (lower(recipient));
create index account_mails_by_user on shop.account_mails (user_id) where user_id is not null;

-- Imports (IN) and exports (OUT) of a store's catalogue, processed by the worker in steps. Their files are stored in parts
-- under private/.
create table shop.file_jobs (
  store_id uuid not null references shop.stores,
  id uuid not null,
  direction text not null check (direction in ('IN', 'OUT')),
  kind text not null,
  file_name text not null,
  dry_run boolean not null default false,
  bytes int not null default 0,
  parts int not null default 0,
  -- Null: the upload is incomplete.
  received_at timestamptz,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  step text check (step in ('CHECKING', 'PICTURES', 'WRITING')),
  done int not null default 0,
  total int,
  -- arranged: the products that an import writes first and together. next_page: where an export continues.
  arranged text[],
  next_page text not null default '',
  made int not null default 0,
  changed int not null default 0,
  unchanged int not null default 0,
  pictures_fetched int not null default 0,
  pictures_missing int not null default 0,
  faults int not null default 0,
  notices int not null default 0,
  failure text,
  -- The user or key that started the job. The job's changes are audited under this actor.
  actor_kind text not null,
  actor_id uuid,
  trace_id text not null,
  -- The claim under which the job is processed. A step is committed only while its claim is still current.
  claim uuid,
  claimed_until timestamptz,
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  -- The advisory lock of the process that holds the claim. If the lock is free, the job can be claimed again.
  claimed_by bigint,
  -- When the last part was uploaded. An upload may take hours, but fails an hour after its last part.
  arriving_at timestamptz not null default now(),
  -- turn_at: jobs take turns in the order of this time. checked: where a check that used up its time slice continues.
  turn_at timestamptz,
  checked int not null default 0,
  primary key (store_id, id)
);
create index file_jobs_by_id on shop.file_jobs (id);
create index file_jobs_newest on shop.file_jobs (store_id, direction, id desc);
create index file_jobs_open on shop.file_jobs (created_at, id) where state in ('WAITING', 'RUNNING');
create index file_jobs_kept on shop.file_jobs (created_at, id) where parts > 0;
create index file_jobs_ended on shop.file_jobs (ended_at) where ended_at is not null;
-- The total size of the files stored for imports and exports, by store.
create index file_jobs_kept_by_store on shop.file_jobs (store_id) include (bytes) where parts > 0;

create table shop.file_findings (
  store_id uuid not null,
  job_id uuid not null,
  position int not null,
  kind text not null check (kind in ('FAULT', 'NOTICE', 'PICTURE')),
  row int,
  rows int not null,
  col text,
  message text not null,
  primary key (store_id, job_id, position),
  foreign key (store_id, job_id) references shop.file_jobs on delete cascade
);

-- The quantity in the last import. The next import changes the stock only if its quantity is different, so that it
-- doesn't undo the sales since then.
create table shop.imported_quantities (
  store_id uuid not null,
  variant_id uuid not null,
  quantity int not null check (quantity >= 0),
  imported_at timestamptz not null default now(),
  primary key (store_id, variant_id),
  foreign key (store_id, variant_id) references shop.variants
);

-- Pictures that imports have fetched, by address, so that later imports don't fetch them again.
create table shop.imported_pictures (
  store_id uuid not null references shop.stores,
  url text not null check (length(url) <= 2000),
  key text not null,
  width int not null,
  height int not null,
  widths int[] not null,
  imported_at timestamptz not null default now(),
  primary key (store_id, url)
);
create index imported_pictures_by_key on shop.imported_pictures (store_id, key);

-- One change of many products: the selection, the change, and its progress.
create table shop.bulk_edits (
  store_id uuid not null references shop.stores,
  id uuid not null,
  -- The selection and the change as they were requested.
  selection jsonb not null,
  change jsonb not null,
  note text,
  -- The products that the selection matched, in id order, in which they are locked. variant_ids: null unless the
  -- selection lists variants.
  product_ids uuid[] not null,
  variant_ids uuid[],
  state text not null default 'PREPARING'
    check (state in ('PREPARING', 'READY', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'CANCELLED', 'FAILED')),
  -- Numbers of items by state, and of skipped items by reason.
  counts jsonb not null default '{}',
  reasons jsonb not null default '{}',
  -- Progress: an index into product_ids while the edit is prepared, then an item's position.
  worked int not null default 0,
  -- When the next step is due. failures: the number of failures in a row.
  due_at timestamptz,
  failures int not null default 0,
  actor_kind text not null check (actor_kind in ('user', 'api-key', 'system')),
  actor_id uuid,
  version int not null default 1,
  created_at timestamptz not null,
  ran_at timestamptz,
  undone_at timestamptz,
  -- The number of selected products, so that lists needn't read product_ids.
  product_count int not null default 0,
  -- The number of items that the edit may store at most; an item of tags counts as ten. 0 once no items are stored.
  item_count int not null default 0,
  -- The items are no longer needed; the worker deletes them.
  drops_items boolean not null default false,
  turn_at timestamptz,
  primary key (store_id, id),
  check ((due_at is not null) = (state in ('PREPARING', 'RUNNING', 'UNDOING')))
);
create index bulk_edits_by_id on shop.bulk_edits (id);
create index bulk_edits_due on shop.bulk_edits (due_at, id) where due_at is not null;
create index bulk_edits_never_run on shop.bulk_edits (created_at) where ran_at is null;
create index bulk_edits_kept on shop.bulk_edits (store_id) include (item_count) where item_count > 0;
create index bulk_edits_dropping on shop.bulk_edits (created_at) where drops_items;

-- The values of one field of a product or variant, before and after. Only the worker writes to this table.
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
