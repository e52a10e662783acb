-- Ships: releases, deployments, code weeks and other things projects brought out; evidence id ship:<id>.
-- One thing shipped by a source of two projects is a ship of each.
create table ships (
  id uuid primary key,
  project_id uuid not null references projects,
  source_id uuid not null references sources,
  kind text not null check (kind in
    ('release', 'prerelease', 'feature', 'integration', 'docs', 'code_week', 'deployment', 'upgrade')),
  natural_key text not null,
  title text not null,
  url text,
  version text,
  -- null for an upgrade that only the storage slot shows: no outside source dates it
  occurred_at timestamptz,
  precision text not null check (precision in ('EXACT', 'DATE', 'OBSERVED', 'WINDOW')),
  detected_at timestamptz not null,
  backing text not null check (backing in ('self-reported', 'source-linked', 'source-verified')),
  dimension text check (dimension in ('product', 'protocol', 'integration', 'devtools', 'docs')),
  facts jsonb not null default '{}',
  -- what the ship counts as under the rules; null while collapsed or not counted
  counts_as text,
  -- why it counts as nothing; null while it counts, and before its first evaluation
  not_counted_reason text,
  -- the reading that first missed it; a second miss at least an hour later withdraws it
  missing_since timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  -- the place in lists and windows: of a ship without a date, its detection
  placed_at timestamptz not null generated always as (coalesce(occurred_at, detected_at)) stored,
  constraint ships_identity unique (project_id, natural_key),
  check ((withdrawn_at is null) = (withdrawn_reason is null)),
  constraint ships_counted_or_not check (counts_as is null or not_counted_reason is null),
  constraint ships_dated_or_observed check (occurred_at is not null or precision = 'OBSERVED')
);
create index ships_project on ships (project_id, placed_at desc);
create index ships_source on ships (source_id);
-- Pages of ships, newest first: of all, of a project, of a kind.
create index ships_newest on ships (placed_at desc, id desc) include (project_id) where withdrawn_at is null;
create index ships_kind on ships (kind, placed_at desc, id desc) include (project_id) where withdrawn_at is null;
