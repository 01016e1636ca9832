-- From where a refresh token was rotated, as hashes that nobody can read without the token: an answer that was lost, or a
-- second tab, comes from there again, and a copy of the token does not.
alter table shop.refresh_tokens
  add column rotated_network bytea check (octet_length(rotated_network) = 32),
  add column rotated_device bytea check (octet_length(rotated_device) = 32);
