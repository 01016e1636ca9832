-- The guest of a checkout. Writes one row whether the guest is new or known, so that the time does not reveal which.
create or replace function door.find_or_create_guest(new_id uuid, with_email text, with_name text, at timestamptz) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_store uuid := shop.current_store();
  found_id uuid;
begin
  for tries in 1..3 loop
    update shop.customers c set guest_asked_at = at
      where c.store_id = of_store and c.erased_at is null and c.id = (select k.id from shop.customers k
        where k.store_id = of_store and lower(k.email) = lower(with_email) and k.erased_at is null order by k.user_id is null limit 1)
      returning c.id into found_id;
    if found_id is not null then return found_id; end if;
    insert into shop.customers as c (store_id, id, email, name, created_at, updated_at, guest_asked_at)
      values (of_store, new_id, lower(with_email), with_name, at, at, at) on conflict do nothing
      returning c.id into found_id;
    if found_id is not null then return found_id; end if;
  end loop;
  raise exception 'the guest changes all the time' using errcode = '40001';
end $$;

grant execute on function door.find_or_create_guest to {{app}}, {{worker}};
