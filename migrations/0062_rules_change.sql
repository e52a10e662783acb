-- What each project was last judged from, and by which rules: under another version of a rule it is judged again from
-- this first, so that only what changed since is told as a change.
create table evaluated_facts (
  project_id uuid primary key references projects,
  known_at timestamptz not null,
  rules text[] not null,
  -- what is recorded of the project beside ships and market readings, which keep their own times
  facts jsonb not null,
  -- digest of the ships as they were
  ships text not null
) with (fillfactor = 75);

-- Set on a conclusion drawn because a rule had changed: when the facts it is drawn from were known.
alter table evaluations add known_at timestamptz check (known_at <= evaluated_at);

-- Since when market integrity is published on this deployment; null while it is withheld.
alter table ledger_state add market_integrity_published_at timestamptz;
