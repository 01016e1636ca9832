-- The only store that the session gives access to, if it was opened at a custom domain; null: all of the user's stores.
alter table shop.sessions add only_store uuid references shop.stores;

-- Older sessions don't record the host. They are limited to the store where they were opened if that store has a
-- verified custom domain, in addition to its first host, which is verified too.
update shop.sessions s set only_store = s.opened_at_store
  where s.revoked_at is null and (select count(*) from shop.domains d
    where d.store_id = s.opened_at_store and d.verified_at is not null) > 1;
