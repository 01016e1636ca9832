-- Policies with every wording they have had: what applied when an order was placed can be shown later.
alter table shop.policies
  add check (type in ('REFUND_POLICY', 'SHIPPING_POLICY', 'PRIVACY_POLICY', 'TERMS_OF_SERVICE', 'LEGAL_NOTICE', 'CUSTOM')),
  add column version int not null default 1,
  add column deleted_at timestamptz;
create index policies_by_id on shop.policies (id);
create unique index policies_of_type on shop.policies (store_id, type) where deleted_at is null and type <> 'CUSTOM';
create unique index policies_by_title on shop.policies (store_id, lower(title)) where deleted_at is null and type = 'CUSTOM';
call shop.name_kind('policy', 'shop.policies', 'deleted_at is null');

create table shop.policy_versions (
  store_id uuid not null,
  policy_id uuid not null,
  version int not null,
  title text not null,
  content text not null,
  created_at timestamptz not null,
  primary key (store_id, policy_id, version),
  foreign key (store_id, policy_id) references shop.policies
);
create index policy_versions_newest on shop.policy_versions (store_id, created_at desc, policy_id);
-- The owner migrates, whom forced row-level security shows no row.
alter table shop.policies no force row level security;
insert into shop.policy_versions (store_id, policy_id, version, title, content, created_at)
  select store_id, id, version, title, content, updated_at from shop.policies;
alter table shop.policies force row level security;
call shop.protect('shop.policy_versions', 'staff');
revoke update, delete on shop.policy_versions from {{app}}, {{worker}};
revoke delete on shop.policies from {{app}}, {{worker}};

create or replace view catalogue.policies as
  select store_id, id, type, title, content, updated_at, version from shop.policies where deleted_at is null;
