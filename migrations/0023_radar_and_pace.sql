-- The Radar's other inputs, written by a project's evaluation like the first ones. No market figure.
alter table project_rankings
  -- decoded calls to the project's own functions over seven complete days
  add use_calls integer check (use_calls >= 0),
  add use_state text not null default 'NOT_ENOUGH_YET',
  add research_level text check (research_level in ('INDEXED', 'RESEARCHED', 'VERIFIED_BUILDER')),
  add research_state text not null default 'NOT_ENOUGH_YET',
  -- the latest counted ship, which decides between equal scores
  add last_ship_at timestamptz,
  add check ((use_state = 'MEASURED') = (use_calls is not null)),
  add check ((research_state = 'MEASURED') = (research_level is not null));
create index project_rankings_radar on project_rankings (radar_rank) where radar_rank is not null;

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

-- Whether the rule of accelerating could judge a project when signals were last looked for.
create table pace_judgements (
  project_id uuid primary key references projects,
  judged boolean not null,
  rule text not null,
  judged_at timestamptz not null
) with (fillfactor = 75);
create index signals_accelerating on signals (detected_at desc, project_id) where kind = 'accelerating' and ended_at is null;
