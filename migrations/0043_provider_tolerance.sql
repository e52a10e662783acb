-- After how many seconds without a new reading a provider is silent: three times the shortest cadence of its streams.
-- Null while it has no stream whose source exists.
alter table provider_readings
  add column tolerance_seconds integer check (tolerance_seconds > 0);
