-- Market, site and attention: what surrounds a project. Market figures are context only.

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

-- What an official site declares, part by part as last read: one row a site. The next reading is compared with it. No
-- answer shows the entries.
create table site_readings (
  source_id uuid primary key references sources,
  -- the rule that made the entries; under another one the next reading is a new baseline
  rule text not null,
  digest text not null,
  -- part → { entries, readAt }; a part never read is absent
  parts jsonb not null,
  -- part → why the newest reading could not read it
  unread jsonb not null,
  changes integer not null check (changes >= 0),
  baseline_at timestamptz not null,
  observed_at timestamptz not null,
  check (baseline_at <= observed_at)
);

-- Each reading that differed from the one before, as counts; evidence id sourcechange:<id>. A row is written once.
create table site_changes (
  id uuid primary key,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  -- counts the changes of this site, from 1
  turn integer not null check (turn > 0),
  rule text not null,
  digest text not null,
  previous_digest text not null,
  added integer not null check (added >= 0),
  removed integer not null check (removed >= 0),
  -- part → { added, removed }, of the parts that differed
  parts jsonb not null,
  -- when the oldest part of the comparison was read
  compared_with_at timestamptz not null,
  detected_at timestamptz not null,
  check (added + removed > 0),
  unique (source_id, turn)
);
create index site_changes_project on site_changes (project_id);
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once: % refused', tg_table_name, lower(tg_op);
end $$;
create trigger site_changes_written_once before update or delete on site_changes
  for each row execute function refuse_rewrite();

-- Whether an external registry lists a project's token: presence only, no figure. One row a source and registry; a
-- failed reading leaves the row as it is.
create table registry_listings (
  source_id uuid not null references sources,
  project_id uuid not null references projects,
  registry text not null,
  listed boolean not null,
  -- the registry's own name of the token
  registry_id text check (length(registry_id) between 1 and 200),
  -- the first of the unbroken run of readings with this result
  first_observed_at timestamptz not null,
  observed_at timestamptz not null,
  primary key (source_id, registry),
  check (listed = (registry_id is not null)),
  check (first_observed_at <= observed_at)
);
create index registry_listings_project on registry_listings (project_id);

-- The inputs of a project's ranking, written by its evaluation, and its last rank. No market figure.
create table project_rankings (
  project_id uuid primary key references projects,
  activity_status text not null,
  momentum double precision check (momentum between 0 and 100),
  momentum_state text not null check ((momentum_state = 'MEASURED') = (momentum is not null)),
  -- the counted ships that momentum rests on
  ships_30d integer check ((ships_30d is null) = (momentum is null)),
  beyond_code_weeks_30d integer check ((beyond_code_weeks_30d is null) = (momentum is null)),
  check (0 <= beyond_code_weeks_30d and beyond_code_weeks_30d <= ships_30d),
  -- each measure of attention that is known, by its name
  attention jsonb not null,
  under_the_radar text check (under_the_radar in ('HELD', 'NOT_HELD', 'NOT_MEASURED')),
  unranked_reason text check ((under_the_radar = 'NOT_MEASURED') = (unranked_reason is not null)),
  momentum_percentile smallint check (momentum_percentile between 0 and 100),
  attention_percentile smallint check (attention_percentile between 0 and 100),
  check ((under_the_radar in ('HELD', 'NOT_HELD')) = (momentum_percentile is not null)),
  check ((momentum_percentile is null) = (attention_percentile is null))
) with (fillfactor = 75);
create index project_rankings_ranked on project_rankings (project_id) where momentum_percentile is not null;
