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
