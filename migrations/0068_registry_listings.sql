-- Whether an external registry lists a project's token, as a source last said: presence only, no figure of it. One row a
-- source and registry; what was not read, or not understood, has no row or leaves the one that stands.
create table registry_listings (
  source_id uuid not null references sources,
  project_id uuid not null references projects,
  registry text not null,
  listed boolean not null,
  -- the registry's own name of the token
  registry_id text check (length(registry_id) between 1 and 200),
  -- the first of the good readings in a row that found what stands
  first_observed_at timestamptz not null,
  observed_at timestamptz not null,
  primary key (source_id, registry),
  check (listed = (registry_id is not null)),
  check (first_observed_at <= observed_at)
);
create index registry_listings_project on registry_listings (project_id);
