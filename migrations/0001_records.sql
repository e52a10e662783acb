-- Records: what the service holds of the world, each with its source and clocks.
-- Times are written by the service clock, never by now(): every statement gets its instant as a value.

create domain slug as text check (value ~ '^[a-z0-9-]{1,80}$');
create domain address as text check (value ~ '^0x[0-9a-f]{40}$');

create table service_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0 check (offset_ms >= 0)
);
insert into service_clock default values;

create table projects (
  id uuid primary key,
  slug slug not null unique,
  name text not null check (length(name) between 1 and 120),
  description text,
  kind text check (kind in ('protocol', 'app', 'infrastructure', 'tooling', 'game', 'other')),
  launchpad text,
  state text not null check (state in ('draft', 'published', 'hidden')),
  created_at timestamptz not null,
  first_published_at timestamptz,
  published_at timestamptz,
  hidden_at timestamptz,
  check (state <> 'published' or (published_at is not null and first_published_at is not null)),
  check (state <> 'hidden' or hidden_at is not null)
);

-- Every slug a project ever had; a former slug is never reused.
create table project_slugs (
  slug slug primary key,
  project_id uuid not null references projects,
  since timestamptz not null,
  former_since timestamptz
);
create unique index project_slugs_current on project_slugs (project_id) where former_since is null;

create table tokens (
  chain_id integer not null check (chain_id = 4663),
  address address not null,
  project_id uuid not null references projects,
  -- as the project writes it
  symbol_declared text,
  -- as the contract answers; null where it does not answer
  name text,
  symbol text,
  decimals smallint check (decimals between 0 and 255),
  total_supply numeric check (total_supply >= 0),
  metadata_read_at timestamptz,
  primary key (chain_id, address)
);
create index tokens_project on tokens (project_id);

create table sources (
  id uuid primary key,
  project_id uuid not null references projects,
  kind text not null check (kind in
    ('github_repository', 'website', 'npm_package', 'deployer', 'contract', 'token', 'market', 'explorer', 'locker')),
  locator text not null,
  established_by text not null check (established_by in
    ('mutual', 'site_link', 'repository_homepage', 'deployer_signature', 'operator_review', 'self_reported', 'token_identity')),
  established_url text,
  established_on date,
  established_statement text,
  counted boolean not null,
  not_counted_reason text,
  attached_at timestamptz not null,
  detached_at timestamptz,
  -- the provider's own stable identity, once read (a GitHub repository id, a creation transaction)
  external_id text,
  -- facts about the source itself, as last read (archived, fork, default branch, current locator)
  facts jsonb not null default '{}',
  unique (project_id, kind, locator),
  check (counted = (not_counted_reason is null))
);

-- One row for each thing read of a source, on its own cadence.
create table source_streams (
  source_id uuid not null references sources,
  stream text not null,
  provider text not null,
  cadence_seconds integer not null check (cadence_seconds > 0),
  -- a dated listing covers back to its oldest item; a snapshot covers only between close readings
  coverage text not null check (coverage in ('dated_listing', 'snapshot')),
  due_at timestamptz not null,
  lease_token uuid,
  leased_until timestamptz,
  etag text,
  position jsonb,
  first_ok_at timestamptz,
  last_ok_at timestamptz,
  last_tried_at timestamptz,
  last_outcome text check (last_outcome in ('fresh', 'not_modified', 'missing', 'rate_limited', 'unavailable', 'error')),
  failing_since timestamptz,
  failures_in_a_row integer not null default 0 check (failures_in_a_row >= 0),
  -- dated listing: oldest instant the listing reaches; snapshot: start of the unbroken run of readings
  covers_from timestamptz,
  primary key (source_id, stream),
  check ((lease_token is null) = (leased_until is null)),
  check ((failing_since is null) = (failures_in_a_row = 0))
);
create index source_streams_due on source_streams (due_at);
create index source_streams_provider on source_streams (provider);

-- One row for every attempt. Silence is only ever concluded from attempts that succeeded.
create table readings (
  id uuid primary key,
  source_id uuid not null references sources,
  stream text not null,
  provider text not null,
  attempted_at timestamptz not null,
  outcome text not null check (outcome in ('fresh', 'not_modified', 'missing', 'rate_limited', 'unavailable', 'error')),
  detail text,
  digest text
);
create index readings_stream on readings (source_id, stream, attempted_at desc);
create index readings_provider on readings (provider, attempted_at desc);

-- What every process may ask of a provider, and until when none may ask.
create table provider_budgets (
  provider text primary key,
  day date not null,
  used integer not null check (used >= 0),
  daily_limit integer not null check (daily_limit > 0),
  cool_off_until timestamptz,
  -- set while more than half of a run's attempts fail: suspends every negative conclusion from this provider
  outage_since timestamptz
);

create table ships (
  id uuid primary key,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  kind text not null check (kind in
    ('release', 'prerelease', 'feature', 'integration', 'docs', 'code_week', 'deployment', 'upgrade')),
  natural_key text not null unique,
  title text not null,
  url text,
  version text,
  occurred_at timestamptz not null,
  precision text not null check (precision in ('EXACT', 'DATE', 'OBSERVED', 'WINDOW')),
  detected_at timestamptz not null,
  backing text not null check (backing in ('self-reported', 'source-linked', 'source-verified')),
  dimension text check (dimension in ('product', 'protocol', 'integration', 'devtools', 'docs')),
  facts jsonb not null default '{}',
  -- what the ship counts as under the rules; null while collapsed or not counted
  counts_as text,
  -- the reading that first missed it; a second miss at least an hour later withdraws it
  missing_since timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index ships_project on ships (project_id, occurred_at desc);
create index ships_source on ships (source_id);

create table contracts (
  chain_id integer not null check (chain_id = 4663),
  address address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  role text not null check (role in ('token', 'launch', 'deployment', 'declared')),
  deployer address,
  creation_tx text,
  creation_block bigint,
  creation_tx_index integer,
  creation_block_hash text,
  created_at timestamptz,
  proxy_kind text check (proxy_kind in ('none_detected', 'eip1967', 'beacon', 'eip1167')),
  implementation address,
  beacon address,
  proxy_read_at timestamptz,
  detected_at timestamptz not null,
  -- published from `safe`, settled at `finalized`
  settled boolean not null default false,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  primary key (chain_id, address),
  check ((proxy_kind is null) = (proxy_read_at is null)),
  check ((creation_block is null) = (created_at is null)),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index contracts_project on contracts (project_id);

-- Each time a proxy's implementation was set; evidence id impl:<key>.
create table implementations (
  key text primary key,
  chain_id integer not null check (chain_id = 4663),
  contract address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  implementation address not null,
  previous_implementation address,
  basis text not null check (basis in ('log', 'slot')),
  beacon address,
  block_number bigint,
  tx_index integer,
  log_index integer,
  tx_hash text,
  block_hash text,
  block_time timestamptz,
  -- the first implementation of a proxy is its creation, not an upgrade
  initial boolean not null,
  detected_at timestamptz not null,
  settled boolean not null default false,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  check ((basis = 'log') = (log_index is not null)),
  check ((block_number is null) = (block_time is null)),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index implementations_contract on implementations (contract, block_number, log_index);
create index implementations_project on implementations (project_id);

-- Verified source of a contract at one interface; evidence id abi:<id>.
create table interfaces (
  id uuid primary key,
  chain_id integer not null check (chain_id = 4663),
  contract address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  provider text not null,
  digest text not null,
  functions integer not null check (functions >= 0),
  events integer not null check (events >= 0),
  match text not null check (match in ('exact', 'partial', 'unspecified')),
  verified_at timestamptz,
  observed_at timestamptz not null,
  detected_at timestamptz not null,
  superseded_at timestamptz,
  unique (contract, provider, digest)
);
create index interfaces_project on interfaces (project_id);

-- Evidence id lock:4663:<locker>:<lock id>.
create table locks (
  chain_id integer not null check (chain_id = 4663),
  locker address not null,
  lock_id numeric not null,
  token address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  owner address not null,
  amount numeric not null check (amount >= 0),
  unlock_at timestamptz not null,
  withdrawn boolean not null,
  detected_at timestamptz not null,
  observed_at timestamptz not null,
  primary key (chain_id, locker, lock_id)
);
create index locks_project on locks (project_id);

-- One provider's figures for one token at one instant; null where the provider gave none.
create table market_readings (
  id uuid primary key,
  chain_id integer not null check (chain_id = 4663),
  address address not null,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  provider text not null,
  observed_at timestamptz not null,
  pools integer not null check (pools >= 0),
  price_usd numeric,
  liquidity_usd numeric,
  volume_24h_usd numeric,
  trades_24h integer,
  valuation_usd numeric,
  valuation_kind text check (valuation_kind in ('marketCap', 'fdv')),
  pool_liquidity jsonb not null default '{}',
  check ((valuation_usd is null) = (valuation_kind is null)),
  unique (address, provider, observed_at)
);
create index market_readings_project on market_readings (project_id, observed_at desc);

-- How far a chain reader has come, and the hashes of the blocks that may still be replaced.
create table chain_progress (
  reader text primary key,
  block_number bigint not null,
  block_hash text not null,
  updated_at timestamptz not null
);

-- What is said about a project by a named party; evidence id claim:, narrative: or security:<id>.
create table claims (
  id uuid primary key,
  project_id uuid not null references projects,
  kind text not null check (kind in
    ('token_named', 'token_signed', 'token_deploy_record', 'other_token_named', 'builder', 'launch', 'utility', 'narrative', 'security')),
  by text not null check (by in ('site', 'repository', 'signature', 'operator')),
  statement text not null,
  url text,
  stated_on date,
  names address,
  observed_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index claims_project on claims (project_id);

-- A finding over a window, standing until it ends; evidence id signal:<id>.
create table signals (
  id uuid primary key,
  project_id uuid not null references projects,
  kind text not null,
  signal_group text not null check (signal_group in ('building', 'contracts', 'launch', 'research', 'market')),
  title text not null,
  window_from timestamptz not null,
  window_to timestamptz not null,
  facts jsonb not null default '{}',
  evidence text[] not null check (cardinality(evidence) > 0),
  rule text not null,
  detected_at timestamptz not null,
  ended_at timestamptz,
  check (window_from <= window_to)
);
create index signals_project on signals (project_id, window_to desc);

-- What a rule concluded about one fact of a project; a new row each time the conclusion or its grounds change.
-- `explain` reads these back; evidence id state:<id>.
create table evaluations (
  id uuid primary key,
  project_id uuid not null references projects,
  fact text not null,
  rule text not null,
  state text not null check (state in
    ('MEASURED', 'NO_SOURCE', 'NOT_ENOUGH_YET', 'STALE', 'SOURCE_UNAVAILABLE', 'NOT_APPLICABLE', 'NOT_RESEARCHED', 'ERROR', 'WITHHELD')),
  value jsonb,
  inputs jsonb not null,
  evidence text[] not null,
  unknown_inputs jsonb not null,
  evaluated_at timestamptz not null,
  confirmed_at timestamptz not null,
  superseded_at timestamptz,
  check ((state = 'MEASURED') = (value is not null)),
  check (state <> 'MEASURED' or cardinality(evidence) > 0)
);
create unique index evaluations_current on evaluations (project_id, fact) where superseded_at is null;
create index evaluations_history on evaluations (project_id, fact, evaluated_at desc);

-- One row a published project: what lists filter and sort by, and the claims its cards are made of.
create table cards (
  project_id uuid primary key references projects,
  scored_at timestamptz not null,
  activity_status text not null check (activity_status in ('SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED', 'UNKNOWN')),
  token_verification text not null check (token_verification in ('VERIFIED', 'UNVERIFIED', 'MISMATCH')),
  research_level text not null check (research_level in ('INDEXED', 'RESEARCHED', 'VERIFIED_BUILDER')),
  market_status text not null check (market_status in ('LIVE', 'LOW_LIQUIDITY', 'NO_TRADING', 'LIQUIDITY_GONE', 'INSUFFICIENT_DATA')),
  meaningful_ships_30d integer check (meaningful_ships_30d >= 0),
  last_activity_at timestamptz,
  evidence jsonb not null
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
