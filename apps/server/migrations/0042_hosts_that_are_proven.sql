-- Hosts that stores claim. A claim alone takes nothing from anybody: the first store that proves a host has it.
alter table shop.domains
  drop constraint domains_host_key,
  alter column status set default 'VERIFYING',
  -- What the proof has to say.
  add column token text not null default encode(uuid_send(gen_random_uuid()), 'hex'),
  add column verified_at timestamptz,
  add column checked_at timestamptz,
  add column next_check_at timestamptz,
  add column checks int not null default 0,
  add column last_error text,
  add column version int not null default 1,
  add column updated_at timestamptz not null default now();
-- The owner migrates, whom forced row-level security shows no row.
alter table shop.domains no force row level security;
update shop.domains set verified_at = created_at where status in ('ACTIVE', 'INACTIVE');
update shop.domains set is_primary = false where status <> 'ACTIVE';
alter table shop.domains force row level security;
alter table shop.domains
  add check ((status in ('ACTIVE', 'INACTIVE')) = (verified_at is not null)),
  add check (status = 'ACTIVE' or not is_primary);
create unique index domains_proven on shop.domains (host) where verified_at is not null;
create unique index domains_claimed on shop.domains (store_id, host);
create index domains_to_check on shop.domains (next_check_at) where status = 'VERIFYING';
call shop.name_kind('domain', 'shop.domains');

-- Claims whose turn it is. Each turn moves the next one away: a minute, doubling to an hour.
grant update (next_check_at, checks) on shop.domains to {{doors}};
create function door.claim_domains(at timestamptz, most int) returns table (store_id uuid, id uuid)
language sql volatile security definer set search_path = '' as $$
  update shop.domains d set checks = d.checks + 1,
    next_check_at = at + least(interval '1 hour', interval '1 minute' * 2 ^ least(d.checks, 10))
  from (select c.id from shop.domains c join shop.stores s on s.id = c.store_id and s.deleted_at is null
    where c.status = 'VERIFYING' and c.next_check_at <= at order by c.next_check_at limit most for update of c skip locked) due
  where d.id = due.id
  returning d.store_id, d.id
$$;
alter function door.claim_domains(timestamptz, int) owner to {{doors}};
revoke all on function door.claim_domains(timestamptz, int) from public;
grant execute on function door.claim_domains(timestamptz, int) to {{worker}};

-- Every process keeps what it knows of stores for a moment; it is told when that changes.
create function shop.tell_stores() returns trigger language plpgsql as $$
begin
  perform pg_notify('stores', '');
  return null;
end $$;
create trigger told after insert or update or delete on shop.stores for each statement execute function shop.tell_stores();
create trigger told after insert or update or delete on shop.domains for each statement execute function shop.tell_stores();
