-- Who handed the review in, as hashes of the caller's address and of the wider IPv6 network around it, which differ from store
-- to store: one caller's reviews and pictures may use only a part of what may wait. Empty once decided and a day old.
alter table shop.reviews add caller bytea;
alter table shop.reviews add network bytea;
create index reviews_with_callers on shop.reviews (created_at) where caller is not null;
