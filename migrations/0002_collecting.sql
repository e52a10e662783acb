-- Collecting: which streams of which source are read and when, what providers allow, and when each pipeline ran.

-- The one clock of every process: the database's time and this offset.
create table service_clock (
  only_row boolean primary key default true check (only_row),
  -- how far the service clock is ahead of the database's
  offset_ms bigint not null default 0 check (offset_ms >= 0),
  -- When the database's clock goes back, the service clock is held ahead of it. It then runs at half speed until the
  -- database's clock has caught up: how far it was held ahead at held_at, by the database's clock.
  held_ms bigint not null default 0 check (held_ms >= 0),
  held_at timestamptz check (held_at is not null or held_ms = 0)
);
insert into service_clock default values;

-- One row for each thing read of a source, on its own cadence.
create table source_streams (
  source_id uuid not null references sources,
  stream text not null,
  provider text not null,
  cadence_seconds integer not null check (cadence_seconds > 0),
  -- a dated listing covers back to its oldest item; a snapshot covers only between close readings
  coverage text not null check (coverage in ('dated_listing', 'present_state')),
  due_at timestamptz not null,
  lease_token uuid,
  leased_until timestamptz,
  etag text,
  -- where the collector continues at the next reading
  position jsonb,
  first_ok_at timestamptz,
  last_ok_at timestamptz,
  last_tried_at timestamptz,
  -- disallowed: the source forbids the reading; that is not a failure
  last_outcome text check (last_outcome in
    ('fresh', 'not_modified', 'missing', 'disallowed', 'rate_limited', 'unavailable', 'error')),
  failing_since timestamptz,
  failures_in_a_row integer not null default 0 check (failures_in_a_row >= 0),
  -- dated listing: oldest instant the listing reaches; snapshot: start of the unbroken run of readings
  covers_from timestamptz,
  -- rate limits in a row: without a pause of the provider's own, each makes the next pause longer
  limits_in_a_row integer not null default 0 check (limits_in_a_row >= 0),
  primary key (source_id, stream),
  check ((lease_token is null) = (leased_until is null)),
  check ((failing_since is null) = (failures_in_a_row = 0))
);
-- The order in which streams are leased, to the last column: the first that is due is found without sorting all that are
-- due.
create index source_streams_due on source_streams (provider, due_at, source_id, stream);
create index source_streams_failing on source_streams (failing_since) where failing_since is not null;

-- One row for every attempt. Silence is only ever concluded from attempts that succeeded.
create table readings (
  id uuid primary key,
  source_id uuid not null references sources,
  stream text not null,
  provider text not null,
  attempted_at timestamptz not null,
  outcome text not null check (outcome in
    ('fresh', 'not_modified', 'missing', 'disallowed', 'rate_limited', 'unavailable', 'error')),
  detail text,
  digest text
);
create index readings_stream on readings (source_id, stream, attempted_at desc);
create index readings_provider on readings (provider, attempted_at desc);

-- The requests that all processes may make to a provider, and until when none may.
create table provider_budgets (
  provider text primary key,
  day date not null,
  used integer not null check (used >= 0),
  daily_limit integer not null check (daily_limit > 0),
  cool_off_until timestamptz,
  -- set while more than half of a run's attempts fail: suspends every negative conclusion from this provider
  outage_since timestamptz,
  -- as of a stream
  limits_in_a_row integer not null default 0 check (limits_in_a_row >= 0)
);

-- The state of each provider's streams when they were last counted. GET /api/status reads this and counts nothing.
create table provider_readings (
  provider text primary key,
  counted_at timestamptz not null,
  total integer not null check (total >= 0),
  fresh integer not null check (fresh between 0 and total),
  failing integer not null check (failing between 0 and total),
  missing integer not null check (missing between 0 and total),
  last_tried_at timestamptz,
  last_read_at timestamptz,
  -- After how many seconds without a new reading the provider is silent: three times the shortest cadence of its streams.
  -- Null while it has no stream whose source exists.
  tolerance_seconds integer check (tolerance_seconds > 0)
);

-- The last block each chain reader has read, with its hash: another hash at that block means a reorganisation.
create table chain_progress (
  reader text primary key,
  block_number bigint not null,
  block_hash text not null,
  updated_at timestamptz not null
);

-- Each pipeline's last run.
create table pipelines (
  name text primary key,
  cadence_seconds integer not null check (cadence_seconds > 0),
  due_at timestamptz not null,
  lease_token uuid,
  leased_until timestamptz,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_succeeded_at timestamptz,
  last_error text,
  last_counts jsonb not null default '{}',
  check ((lease_token is null) = (leased_until is null))
);

-- What is known of each JSON-RPC endpoint, shared by all processes. The address can hold a key, so only its digest is
-- stored.
create table rpc_endpoints (
  endpoint text primary key check (endpoint ~ '^[0-9a-f]{64}$'),
  -- place in RPC_URLS, from 1
  place integer not null check (place > 0),
  last_answered_at timestamptz,
  -- the widest log query that it said it answers
  max_blocks integer check (max_blocks > 0),
  max_blocks_at timestamptz,
  -- the newest block of which it had no state
  no_state_block bigint check (no_state_block >= 0),
  no_state_at timestamptz,
  -- after a limit, until then it is not asked
  paused_until timestamptz,
  limits_in_a_row integer not null check (limits_in_a_row >= 0),
  check ((max_blocks is null) = (max_blocks_at is null)),
  check ((no_state_block is null) = (no_state_at is null))
);

-- The blocks up to which facts are published (safe) and final (finalized), as last read.
create table chain_heads (
  chain_id integer primary key,
  latest_block bigint not null,
  latest_at timestamptz not null,
  safe_block bigint not null,
  safe_at timestamptz not null,
  finalized_block bigint not null,
  -- tags: the node names both blocks; fallback: a fixed number of blocks before the latest
  basis text not null check (basis in ('tags', 'fallback')),
  read_at timestamptz not null,
  check (finalized_block <= safe_block and safe_block <= latest_block)
);
