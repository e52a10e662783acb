-- When the database's clock goes back, the service clock is held ahead of it. It then runs at half speed until the
-- database's clock has caught up.
alter table service_clock
  -- how far the service clock was held ahead at held_at, by the database's clock
  add column held_ms bigint not null default 0 check (held_ms >= 0),
  add column held_at timestamptz check (held_at is not null or held_ms = 0);
