-- Identifies the time since a host became active; null while it isn't. Sessions that are opened at a custom domain, and
-- the cookies of guests' orders that are set there, name it and end with it.
alter table shop.domains add activation uuid;
update shop.domains set activation = gen_random_uuid() where status = 'ACTIVE';
alter table shop.domains add constraint domains_activation check ((activation is not null) = (status = 'ACTIVE'));
create unique index domains_by_activation on shop.domains (activation);

-- The activation of the custom domain where the session was opened; null for the platform's hosts. Existing sessions
-- don't record their domain, which may have been switched off since, so those of custom domains end.
alter table shop.sessions add activation uuid;
update shop.sessions set revoked_at = now() where only_store is not null and revoked_at is null;
alter table shop.sessions add constraint sessions_activation
  check ((activation is not null) = (only_store is not null) or revoked_at is not null);
create index sessions_by_activation on shop.sessions (activation) where revoked_at is null;
