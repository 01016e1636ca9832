-- Gives a host a new activation when it becomes active or moves, and none while it isn't active. Ends the sessions of the
-- activation that this ends. The host's row is already locked, so no session is being opened there (door.hold_activation).
create or replace function shop.renew_activation() returns trigger language plpgsql as $$
declare next uuid;
begin
  if tg_op <> 'DELETE' and new.status = 'ACTIVE' then
    next := gen_random_uuid();
    if tg_op = 'UPDATE' and (new.store_id, new.host) = (old.store_id, old.host) then
      next := coalesce(old.activation, next);
    end if;
  end if;
  if tg_op <> 'INSERT' and old.activation is distinct from next then
    update shop.sessions set revoked_at = now() where activation = old.activation and revoked_at is null;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.activation := next;
  return new;
end $$;
