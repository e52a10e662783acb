-- Projects: identity, claims, what rules concluded, and what lists and cards show.
-- Times come from the service clock, never from now(): every statement gets its instant as a value.

create domain slug as text check (value ~ '^[a-z0-9-]{1,80}$');
create domain address as text check (value ~ '^0x[0-9a-f]{40}$');

-- A researched project. Only a published one is in any answer.
create table projects (
  id uuid primary key,
  -- the current slug
  slug slug not null unique,
  name text not null check (length(name) between 1 and 120),
  description text,
  kind text check (kind in
    ('protocol', 'app', 'infrastructure', 'tooling', 'game', 'data', 'documentation', 'art', 'other')),
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
create index project_slugs_project on project_slugs (project_id);

-- A token is the pair of chain and contract, never a symbol.
create table tokens (
  chain_id integer not null check (chain_id = 4663),
  address address not null,
  project_id uuid not null references projects,
  -- the symbol as the project writes it
  symbol_declared text,
  -- name, symbol, decimals and supply as the contract answers; null where it does not answer
  name text,
  symbol text,
  decimals smallint check (decimals between 0 and 255),
  total_supply numeric check (total_supply >= 0),
  metadata_read_at timestamptz,
  primary key (chain_id, address)
);
create index tokens_project on tokens (project_id);

-- Where the service reads about a project; evidence id source:<id>.
create table sources (
  id uuid primary key,
  project_id uuid not null references projects,
  kind text not null check (kind in
    ('github_repository', 'website', 'npm_package', 'deployer', 'contract', 'token', 'market', 'explorer', 'locker')),
  locator text not null,
  -- how the source was shown to be the project's own
  established_by text not null check (established_by in
    ('mutual', 'site_link', 'repository_homepage', 'deployer_signature', 'operator_review', 'self_reported', 'token_identity')),
  established_url text,
  established_on date,
  established_statement text,
  -- a source that is not counted is context only, and says why
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
-- The few sources whose streams are not counted.
create index sources_detached on sources (id) where detached_at is not null;
create index sources_project on sources (project_id, attached_at desc);

-- A statement about a project by a named party; evidence id claim:, narrative: or security:<id>.
create table claims (
  id uuid primary key,
  project_id uuid not null references projects,
  kind text not null check (kind in
    ('token_named', 'token_signed', 'token_deploy_record', 'other_token_named', 'builder', 'launch', 'utility', 'narrative', 'security')),
  by text not null check (by in ('site', 'repository', 'signature', 'operator')),
  statement text not null,
  url text,
  stated_on date,
  -- the contract the statement names as the project's token
  names address,
  -- the slug of the narrative the claim assigns; its own words are the statement
  narrative text check (narrative ~ '^[a-z0-9-]{1,80}$'),
  observed_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  -- the source it was read at; null for a statement the catalogue quotes
  source_id uuid references sources,
  -- when the statement was first observed: `observed_at` moves with each reading, the place in a timeline does not
  detected_at timestamptz not null,
  -- the signature that a claim of the catalogue carries: { by, text, value }; null for a claim without one
  signed jsonb,
  -- the last check of it against the chain: { outcome, as, block, at }; null until it was checked
  signature_check jsonb,
  -- the last reading of the file that the claim calls a deploy record: { outcome, source, at }; null until it was read
  record_check jsonb,
  check ((kind = 'narrative') = (narrative is not null)),
  check ((withdrawn_at is null) = (withdrawn_reason is null)),
  constraint claims_detected_first check (detected_at <= observed_at),
  check (signature_check is null or signed is not null)
);
create index claims_project on claims (project_id, detected_at desc);

-- A finding over a time window that stands until it ends; evidence id signal:<id>.
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
create index signals_accelerating on signals (detected_at desc, project_id) where kind = 'accelerating' and ended_at is null;

-- Whether the rule of accelerating could judge a project when signals were last looked for.
create table pace_judgements (
  project_id uuid primary key references projects,
  judged boolean not null,
  rule text not null,
  judged_at timestamptz not null
) with (fillfactor = 75);

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
  -- set where a changed rule was applied to earlier facts: when those facts were known
  known_at timestamptz check (known_at <= evaluated_at),
  -- A receipt of a conclusion keeps the inputs of its own time. A later evaluation that confirms the conclusion stores
  -- its inputs here; null where they are the same as at first.
  latest_inputs jsonb,
  latest_evidence text[],
  latest_unknown_inputs jsonb,
  -- the last reading that supports a measured conclusion, which holds for a limited time after it; an unknown one needs
  -- no reading
  supported_until timestamptz,
  check ((state = 'MEASURED') = (value is not null)),
  check (state <> 'MEASURED' or cardinality(evidence) > 0),
  check (state <> 'MEASURED' or latest_evidence is null or cardinality(latest_evidence) > 0),
  check ((state = 'MEASURED') = (supported_until is not null))
) with (fillfactor = 75);
create unique index evaluations_current on evaluations (project_id, fact) where superseded_at is null;
create index evaluations_history on evaluations (project_id, fact, evaluated_at desc);

-- The facts and rules of each project's last evaluation. After a rule changed, these facts are evaluated under the new
-- rule first, so that the rule change is not announced as a change of the project.
create table evaluated_facts (
  project_id uuid primary key references projects,
  known_at timestamptz not null,
  rules text[] not null,
  -- the records of the project, except ships and market readings, which keep their own times
  facts jsonb not null,
  -- digest of the ships as they were
  ships text not null
) with (fillfactor = 75);

-- The claims of each project's card, as last evaluated. The free space of each page lets an update stay on its page.
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
) with (fillfactor = 75);

-- The listing of every project, whatever its state. Lists filter, sort and search this row alone.
create table listings (
  project_id uuid primary key references projects on delete cascade,
  -- the first columns follow the project, its slugs and its token; every writer of those also writes these
  published boolean not null,
  first_published_at timestamptz,
  slug slug not null,
  name text not null,
  kind text,
  launchpad text,
  -- the name, the symbols and the contract in lower case: a search that equals one of them lists the project first
  exact_names text[] not null,
  -- the words that a search compares: of the name, slugs, former slugs, symbols and contract
  words tsvector not null,
  -- the other columns are written by evaluation
  activity_status text not null default 'UNKNOWN'
    check (activity_status in ('SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED', 'UNKNOWN')),
  last_activity_at timestamptz,
  -- the earliest counted ship
  first_ship_at timestamptz,
  meaningful_ships_30d integer check (meaningful_ships_30d >= 0),
  -- a builder source is read well enough for silence to be a finding
  builder_read boolean not null default false,
  tabs text[] not null default '{}',
  narratives text[] not null default '{}',
  -- the known facts of the project, as the parameter `has` names them
  facts text[] not null default '{}',
  -- the figures of the card with their claims; null before the first evaluation
  figures jsonb,
  -- the amounts of those figures, for sorting; null where unknown
  valuation_usd double precision check (valuation_usd > 0),
  valuation_kind text check (valuation_kind in ('marketCap', 'fdv')),
  liquidity_usd double precision check (liquidity_usd >= 0),
  volume_24h_usd double precision check (volume_24h_usd >= 0),
  check ((valuation_usd is null) = (valuation_kind is null))
);
-- One index for each order of a sort or a tab in records/project/listing.ts.
create index listings_activity on listings (last_activity_at desc nulls last, project_id desc) where published;
create index listings_newest on listings (first_published_at desc nulls last, project_id desc) where published;
-- 'marketCap' sorts after 'fdv': market caps come first, then fully diluted values, then projects without a figure.
create index listings_valuation on listings
  (valuation_kind desc nulls last, valuation_usd desc nulls last, project_id desc) where published;
create index listings_liquidity on listings (liquidity_usd desc nulls last, project_id desc) where published;
create index listings_volume on listings (volume_24h_usd desc nulls last, project_id desc) where published;
create index listings_most_active on listings
  (meaningful_ships_30d desc nulls last, last_activity_at desc nulls last, project_id desc) where published;
-- One index for each filter of one value, in the usual order.
create index listings_status on listings (activity_status, last_activity_at desc nulls last, project_id desc) where published;
create index listings_kind on listings (kind, last_activity_at desc nulls last, project_id desc) where published;
create index listings_launchpad on listings (launchpad, last_activity_at desc nulls last, project_id desc) where published;
-- Filters of several values, and the words. Without fastupdate no reader has to scan a list of pending entries.
create index listings_values on listings using gin (tabs, facts, narratives) with (fastupdate = off) where published;
create index listings_words on listings using gin (words) with (fastupdate = off) where published;

-- The projects that wait for evaluation or the ledger, so that a run reads only what may have changed. Every writer of a
-- project's records locks its row here first.
create table project_work (
  project_id uuid primary key references projects,
  -- when the project must be evaluated next: now, when a reading changed something; else the next boundary of a rule
  evaluate_due_at timestamptz,
  -- traceparents of the readings since the last evaluation whose traces are sampled. Null: no traced process has read
  -- anything since, so that time alone makes the evaluation due
  evaluate_causes text[] check (cardinality(evaluate_causes) <= 32),
  -- set with every record that may make an event; cleared by the ledger writer
  ledger_due_since timestamptz,
  -- traceparents of the sampled evaluations since the mark was cleared
  ledger_causes text[] check (cardinality(ledger_causes) <= 32)
);
create index project_work_evaluate on project_work (evaluate_due_at) where evaluate_due_at is not null;
create index project_work_ledger on project_work (ledger_due_since) where ledger_due_since is not null;

-- A project that builds on another, as a reviewed line of its catalogue file states it; evidence id claim:<id>. It is
-- never a partnership and never an interaction on the chain.
create table built_on (
  id uuid primary key,
  project_id uuid not null references projects,
  -- a slug that the other project has or had; the project itself can be created later
  on_slug slug not null,
  statement text not null,
  url text not null,
  stated_on date,
  observed_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index built_on_project on built_on (project_id);
create index built_on_other on built_on (on_slug);
