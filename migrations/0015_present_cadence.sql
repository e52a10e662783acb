-- cadence_seconds is how often the stream is read now: longer while its source is silent than its collector's cadence.
alter table source_streams
  -- The cadence of the stream's collector; null until a version that knows the column registers the stream.
  add column own_cadence_seconds integer check (own_cadence_seconds > 0),
  -- The newest change of the source that a reading of this stream showed; null while none did.
  add column changed_at timestamptz;
