-- When the user last proved who they are in this session, beyond signing in: what can't be undone asks for it.
alter table shop.sessions add column proven_at timestamptz;
