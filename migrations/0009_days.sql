-- Days: what was known at the end of each UTC day, and each provider's market day. A row is written once. A day without
-- a row was not recorded.

-- One series of a project on one day.
create table history_points (
  project_id uuid not null references projects,
  series text not null,
  day date not null,
  basis text not null check (basis in ('knowledge', 'observed', 'reconstructed_from_chain')),
  -- why there was no value at the end of the day; MEASURED with one
  state text not null check (state in
    ('MEASURED', 'NO_SOURCE', 'NOT_ENOUGH_YET', 'STALE', 'SOURCE_UNAVAILABLE', 'NOT_APPLICABLE', 'NOT_RESEARCHED', 'ERROR', 'WITHHELD')),
  value jsonb,
  -- the rule in force when the point was written
  rule text not null,
  -- of a provider's figure: whose it is, when it was read, and the kind of a valuation
  provider text,
  observed_at timestamptz,
  kind text check (kind in ('marketCap', 'fdv')),
  recorded_at timestamptz not null,
  primary key (project_id, series, day),
  check ((state = 'MEASURED') = (value is not null)),
  check ((provider is not null) = (basis = 'observed' and value is not null)),
  check ((provider is null) = (observed_at is null)),
  check ((kind is not null) = (series = 'valuation' and value is not null))
);
create trigger history_points_written_once before update or delete on history_points
  for each row execute function refuse_rewrite();

-- One provider's figures for a token over one day; null where the provider gave none. Liquidity, volume and valuation are
-- the last of the day.
create table market_days (
  project_id uuid not null references projects,
  address address not null,
  provider text not null,
  day date not null,
  readings integer not null check (readings > 0),
  price_first numeric,
  price_highest numeric,
  price_lowest numeric,
  price_last numeric,
  price_at timestamptz,
  liquidity_usd numeric,
  liquidity_at timestamptz,
  volume_24h_usd numeric,
  volume_at timestamptz,
  valuation_usd numeric,
  valuation_kind text check (valuation_kind in ('marketCap', 'fdv')),
  valuation_at timestamptz,
  -- the status of the token's market at the end of the day; null where none was concluded
  market_status text check (market_status in ('LIVE', 'LOW_LIQUIDITY', 'NO_TRADING', 'LIQUIDITY_GONE', 'INSUFFICIENT_DATA')),
  -- why the last readings of the day were not believed
  doubt text check (doubt in ('providers_disagree', 'implausible_turnover', 'own_launch_supply')),
  recorded_at timestamptz not null,
  -- why the valuation is withheld: a dead market is dead until a reading shows otherwise, also at the end of a day whose
  -- status was unknown
  withheld text check (withheld in ('LIQUIDITY_GONE', 'NO_TRADING')),
  primary key (project_id, address, provider, day),
  check (num_nulls(price_first, price_highest, price_lowest, price_last, price_at) in (0, 5)),
  check ((liquidity_usd is null) = (liquidity_at is null)),
  check ((volume_24h_usd is null) = (volume_at is null)),
  check (num_nulls(valuation_usd, valuation_kind, valuation_at) in (0, 3))
);
create trigger market_days_written_once before update or delete on market_days
  for each row execute function refuse_rewrite();

-- The days that were written, in order. At most the newest is unfinished: the next run continues it.
create table recorded_days (
  day date primary key,
  -- the last project that was written
  after_project uuid,
  projects integer not null default 0 check (projects >= 0),
  finished_at timestamptz
);

-- What published projects did on a UTC day, as counts. A row is written once, a day after the end of its day. A day
-- without a row is not recorded.
create table chain_days (
  day date primary key,
  written_at timestamptz not null,
  -- each count with the number of projects that were measured for it; null when there was none
  ships integer check (ships >= 0),
  shipping_projects integer check (shipping_projects >= 0),
  ships_measured integer not null check (ships_measured >= 0),
  upgrades integer check (upgrades >= 0),
  upgrades_measured integer not null check (upgrades_measured >= 0),
  deployments integer check (deployments >= 0),
  deployments_measured integer not null check (deployments_measured >= 0),
  unlocks integer check (unlocks >= 0),
  unlocks_measured integer not null check (unlocks_measured >= 0),
  check ((ships is null) = (ships_measured = 0)),
  check ((shipping_projects is null) = (ships_measured = 0)),
  check ((upgrades is null) = (upgrades_measured = 0)),
  check ((deployments is null) = (deployments_measured = 0)),
  check ((unlocks is null) = (unlocks_measured = 0))
);
create trigger chain_days_written_once before update or delete on chain_days
  for each row execute function refuse_rewrite();
