-- The only store that a session opens: the one at whose custom domain it was opened; null: all of the user's.
alter table shop.sessions add only_store uuid references shop.stores;

-- Which of a store's hosts a session was opened at was not kept: it is bound where the store had others than the platform's.
update shop.sessions s set only_store = s.opened_at_store
  where s.revoked_at is null and (select count(*) from shop.domains d
    where d.store_id = s.opened_at_store and d.verified_at is not null) > 1;
