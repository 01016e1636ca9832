-- Continues the erasure of a claimed account in its next store. In a deleted store the person is erased; in an open
-- store they become a guest again. Each store has a separate transaction, so that rows of other stores aren't locked.
-- The account is then due again, after the accounts that are already waiting.
create or replace function door.continue_erasure(of_user uuid, nobody text, at timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  account record;
  next record;
begin
  select * into account from shop.account_erasures e where e.user_id = of_user for update skip locked;
  if not found then return; end if;

  -- Two subqueries, so that each can read the stores in order from its own index.
  select s.id, s.deleted_at is not null as is_deleted into next from shop.stores s where s.id = least(
    (select c.store_id from shop.customers c where c.user_id = account.user_id and c.store_id > account.last_store_id
      order by c.store_id limit 1),
    (select s.id from shop.stores s
      where account.email is not null and s.id > account.last_store_id and s.deleted_at <= account.requested_at and s.erased_at is null
        and exists (select from shop.customers c where c.store_id = s.id and c.user_id is null and c.erased_at is null
          and lower(c.email) = account.email)
      order by s.id limit 1));
  if not found then
    delete from shop.account_erasures e where e.user_id = account.user_id;
    return;
  end if;
  update shop.account_erasures e set last_store_id = next.id, attempts = 0, due_at = clock_timestamp() where e.user_id = account.user_id;

  if next.is_deleted then
    perform door.enter(next.id, 'system', '');
    perform door.erase_customer(c.id, nobody, at) from (
      select c.id from shop.customers c where c.store_id = next.id and c.erased_at is null and (c.user_id = account.user_id
        or (c.user_id is null and lower(c.email) = account.email)) order by c.id) c;
  else
    perform door.detach_customers(account.user_id, next.id, 1);
  end if;
end $$;

grant execute on function door.continue_erasure to {{worker}};
