-- When a proxy's storage was last read with the implementation before this one. Null without such a reading since the
-- source was attached.
alter table implementations
  add column unchanged_until timestamptz,
  add constraint implementations_unchanged_until check (unchanged_until <= detected_at);
