-- The only store that the session gives access to, if it was opened at a custom domain; null: all of the user's stores.
alter table shop.sessions add only_store uuid references shop.stores;

-- Existing sessions don't record their host. Those opened at a store with more than one verified domain may have been
-- opened at a custom domain, so they are limited to that store.
update shop.sessions s set only_store = s.opened_at_store
  where s.revoked_at is null and (select count(*) from shop.domains d
    where d.store_id = s.opened_at_store and d.verified_at is not null) > 1;
