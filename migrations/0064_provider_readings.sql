-- How each provider's streams stood when they were last counted: a request reads this and counts nothing.
create table provider_readings (
  provider text primary key,
  counted_at timestamptz not null,
  total integer not null check (total >= 0),
  fresh integer not null check (fresh between 0 and total),
  failing integer not null check (failing between 0 and total),
  missing integer not null check (missing between 0 and total),
  last_tried_at timestamptz,
  last_read_at timestamptz
);
-- Whose streams are not counted.
create index sources_detached on sources (id) where detached_at is not null;
