-- Hashes of the caller's IP address and wider IPv6 network, different per store. They limit the share of pending
-- reviews and pictures that one caller may use. Cleared once the review has been moderated and is a day old.
alter table shop.reviews add caller bytea;
alter table shop.reviews add network bytea;
create index reviews_with_callers on shop.reviews (created_at) where caller is not null;
