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
create index site_changes_project on site_changes (project_id, detected_at desc);
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
  -- the Radar: the project's score, its rank among the projects with a score, and what the score is made of; null until
  -- the project is ranked
  radar double precision check (radar between 0 and 100),
  radar_rank integer check (radar_rank > 0),
  -- part → { percentile or value, weight }, or the reason why it is not measured
  radar_parts jsonb,
  -- decoded calls to the project's own functions over seven complete days
  use_calls integer check (use_calls >= 0),
  use_state text not null default 'NOT_ENOUGH_YET',
  research_level text check (research_level in ('INDEXED', 'RESEARCHED', 'VERIFIED_BUILDER')),
  research_state text not null default 'NOT_ENOUGH_YET',
  -- the latest counted ship, which decides between equal scores
  last_ship_at timestamptz,
  check ((under_the_radar in ('HELD', 'NOT_HELD')) = (momentum_percentile is not null)),
  check ((momentum_percentile is null) = (attention_percentile is null)),
  check ((radar is null) = (radar_rank is null)),
  check ((use_state = 'MEASURED') = (use_calls is not null)),
  check ((research_state = 'MEASURED') = (research_level is not null))
) with (fillfactor = 75);
create index project_rankings_ranked on project_rankings (project_id) where momentum_percentile is not null;

-- Only a published project has a place on the Radar. A page of the Radar is counted from this index alone, with the
-- conclusions that its filters ask for: the wide rows are not read.
create index project_rankings_radar on project_rankings (radar_rank)
  include (project_id, activity_status, under_the_radar, research_level, use_calls) where radar_rank is not null;

-- What the Radar shows of a project's last evaluation, so that a page reads neither whole cards nor conclusions.
create table radar_entries (
  project_id uuid primary key references projects,
  -- { activity, activityMeasured, researchLevel, latestMeaningfulShip, grounds: the evidence that its parts rest on }
  evidence jsonb not null
) with (fillfactor = 75);

-- The last ranking of the Radar: one row.
create table radar_state (
  one boolean primary key default true check (one),
  rule text not null,
  ranked_at timestamptz not null,
  ranked integer not null check (ranked >= 0)
);

-- Each project's place on the Radar at the first ranking of a UTC day. A day is written once.
create table radar_days (
  day date not null,
  project_id uuid not null references projects,
  rank integer not null check (rank > 0),
  score double precision not null check (score between 0 and 100),
  primary key (day, project_id)
);
