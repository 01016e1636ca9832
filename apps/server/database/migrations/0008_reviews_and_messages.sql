create table shop.reviews (
  store_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  name text not null,
  rating int not null check (rating between 1 and 5),
  title text not null,
  content text not null,
  fit text check (fit in ('small', 'true', 'large')),
  verified boolean not null default false,
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
  created_at timestamptz not null default now(),
  customer_id uuid,
  version int not null default 1,
  reply text,
  replied_at timestamptz,
  moderated_at timestamptz,
  helpful_count int not null default 0 check (helpful_count >= 0),
  -- The paid order that verifies the buyer. Each product of an order can have one such review.
  order_id uuid,
  primary key (store_id, id),
  foreign key (store_id, product_id) references shop.products,
  foreign key (store_id, customer_id) references shop.customers,
  check ((reply is null) = (replied_at is null)),
  foreign key (store_id, order_id) references shop.orders
);
create index reviews_by_id on shop.reviews (id);
create index reviews_by_product on shop.reviews (store_id, product_id, created_at desc) where status = 'APPROVED';
create index reviews_by_customer on shop.reviews (store_id, customer_id, id desc) where customer_id is not null;
create index reviews_by_status on shop.reviews (store_id, status, created_at desc, id desc);
create index reviews_newest on shop.reviews (store_id, created_at desc, id desc);
create index reviews_of_product on shop.reviews (store_id, product_id, created_at desc, id desc);
create unique index one_review_of_an_order on shop.reviews (store_id, order_id, product_id) where order_id is not null;
create index reviews_unproven on shop.reviews (store_id, product_id) where status = 'PENDING' and not verified;

-- Pictures of reviews, under random keys. Shown once the review is approved, and deleted with it.
create table shop.review_photos (
  store_id uuid not null,
  review_id uuid not null,
  id uuid not null,
  key text not null,
  width int not null,
  height int not null,
  widths int[] not null,
  bytes int not null,
  created_at timestamptz not null default now(),
  primary key (store_id, id),
  foreign key (store_id, review_id) references shop.reviews on delete cascade
);
create index review_photos_of_review on shop.review_photos (store_id, review_id, id);
create index review_photos_by_key on shop.review_photos (key);

-- Helpful votes. voter is a hash that differs per review, so that rows don't reveal which votes are by the same visitor.
create table shop.review_votes (
  store_id uuid not null,
  review_id uuid not null,
  voter bytea not null,
  created_at timestamptz not null default now(),
  -- A hash of the voter's network (IPv6: /48) that differs per review. Limits a network's votes for a review.
  network bytea,
  primary key (store_id, review_id, voter),
  foreign key (store_id, review_id) references shop.reviews on delete cascade
);
create index review_votes_of_network on shop.review_votes (store_id, review_id, network) where network is not null;

create table shop.subscriptions (
  store_id uuid not null references shop.stores,
  id uuid not null,
  email text not null,
  source text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- When the confirmation was last requested. Another mail is sent only some time after that.
  requested_at timestamptz not null default now(),
  -- The variant of a back-in-stock subscription.
  variant_id uuid,
  -- After unsubscribing, confirmed_at is null and was_confirmed_at keeps the time of consent.
  unsubscribed_at timestamptz,
  was_confirmed_at timestamptz,
  -- When the back-in-stock subscriber was notified, which happens once per request.
  told_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, variant_id) references shop.variants
);
create unique index subscriptions_by_email on shop.subscriptions (store_id, lower(email), source, variant_id) nulls not distinct;
create index subscriptions_by_token on shop.subscriptions (store_id, token_hash);
create index subscriptions_by_variant on shop.subscriptions (store_id, variant_id) where variant_id is not null;
create index subscriptions_waiting on shop.subscriptions (store_id, variant_id)
  where variant_id is not null and confirmed_at is not null and told_at is null;
-- Requests that were never confirmed are deleted when their links expire.
create index subscriptions_asked on shop.subscriptions (requested_at)
  where confirmed_at is null and was_confirmed_at is null and unsubscribed_at is null;

-- Messages from the contact form. The sender's email address is not verified.
create table shop.contact_messages (
  store_id uuid not null references shop.stores,
  id uuid not null,
  name text not null,
  email text not null check (email = lower(email)),
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (store_id, id)
);
create index contact_messages_by_email on shop.contact_messages (store_id, email, id);
create index contact_messages_by_age on shop.contact_messages (created_at);

create table shop.event_counts (
  store_id uuid not null references shop.stores,
  hour timestamptz not null,
  event text not null,
  product_id uuid not null default '00000000-0000-0000-0000-000000000000',
  count bigint not null,
  value_sum numeric not null,
  primary key (store_id, hour, event, product_id)
);
