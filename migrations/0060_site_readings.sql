-- A source may forbid that it is read: that attempt is no failure of anybody.
alter table source_streams drop constraint source_streams_last_outcome_check;
alter table source_streams add constraint source_streams_last_outcome_check check (last_outcome in
  ('fresh', 'not_modified', 'missing', 'disallowed', 'rate_limited', 'unavailable', 'error'));
alter table readings drop constraint readings_outcome_check;
alter table readings add constraint readings_outcome_check check (outcome in
  ('fresh', 'not_modified', 'missing', 'disallowed', 'rate_limited', 'unavailable', 'error'));

-- What an official site declares, part by part as last read: one row a site, what its next reading is compared with.
-- The entries are never told to anybody.
create table site_readings (
  source_id uuid primary key references sources,
  -- the rule the entries were made by; under another one the next reading is a new baseline
  rule text not null,
  digest text not null,
  -- part → { entries, readAt }; a part that was never read is absent
  parts jsonb not null,
  -- part → why the newest reading could not read it
  unread jsonb not null,
  changes integer not null check (changes >= 0),
  baseline_at timestamptz not null,
  observed_at timestamptz not null,
  check (baseline_at <= observed_at)
);

-- Each reading that differed from what was held, as counts; evidence id sourcechange:<id>.
create table site_changes (
  id uuid primary key,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  -- the how-manieth change of this site it is
  turn integer not null check (turn > 0),
  rule text not null,
  digest text not null,
  previous_digest text not null,
  added integer not null check (added >= 0),
  removed integer not null check (removed >= 0),
  -- part → { added, removed }, of the parts that differed
  parts jsonb not null,
  -- when the oldest of what it was compared with was read
  compared_with_at timestamptz not null,
  detected_at timestamptz not null,
  check (added + removed > 0),
  unique (source_id, turn)
);
create index site_changes_project on site_changes (project_id);
