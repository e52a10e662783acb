-- What lists filter and sort by: one narrow row a project, in whatever state. The first columns follow their project by
-- trigger, so that no list is ever behind a publication or a hiding; the others are written with the project's card.
create table project_lists (
  project_id uuid primary key references projects on delete cascade,
  published boolean not null,
  first_published_at timestamptz,
  kind text,
  launchpad text,
  activity_status text not null default 'UNKNOWN'
    check (activity_status in ('SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT', 'RESUMED', 'UNKNOWN')),
  last_activity_at timestamptz,
  first_ship_at timestamptz,
  meaningful_ships_30d integer check (meaningful_ships_30d >= 0),
  -- a builder source is read well enough for silence to be a finding
  builder_read boolean not null default false,
  tabs text[] not null default '{}',
  narratives text[] not null default '{}',
  -- which facts the project's card holds
  held text[] not null default '{}',
  valuation_usd double precision check (valuation_usd > 0),
  valuation_kind text check (valuation_kind in ('marketCap', 'fdv')),
  valuation_provider text,
  valuation_source uuid,
  valuation_observed_at timestamptz,
  valuation_withheld text check (valuation_withheld in ('LIQUIDITY_GONE', 'NO_TRADING')),
  -- market caps come before fully diluted values, which are never compared with them; those without a figure last
  valuation_order smallint not null generated always as
    (case valuation_kind when 'marketCap' then 0 when 'fdv' then 1 else 2 end) stored,
  liquidity_usd double precision check (liquidity_usd >= 0),
  liquidity_provider text,
  liquidity_source uuid,
  liquidity_observed_at timestamptz,
  volume_24h_usd double precision check (volume_24h_usd >= 0),
  volume_24h_provider text,
  volume_24h_source uuid,
  volume_24h_observed_at timestamptz,
  check (num_nulls(valuation_usd, valuation_kind, valuation_provider, valuation_source, valuation_observed_at) in (0, 5)),
  check (valuation_withheld is null or valuation_usd is null),
  check (num_nulls(liquidity_usd, liquidity_provider, liquidity_source, liquidity_observed_at) in (0, 4)),
  check (num_nulls(volume_24h_usd, volume_24h_provider, volume_24h_source, volume_24h_observed_at) in (0, 4))
);
create index project_lists_activity on project_lists (last_activity_at desc nulls last, project_id) where published;
create index project_lists_status on project_lists (activity_status, last_activity_at desc nulls last, project_id) where published;
create index project_lists_kind on project_lists (kind, last_activity_at desc nulls last, project_id) where published;
create index project_lists_launchpad on project_lists (launchpad, last_activity_at desc nulls last, project_id) where published;
create index project_lists_newest on project_lists (first_published_at desc nulls last, project_id) where published;
create index project_lists_valuation on project_lists (valuation_order, valuation_usd desc nulls last, project_id) where published;
create index project_lists_liquidity on project_lists (liquidity_usd desc nulls last, project_id) where published;
create index project_lists_volume on project_lists (volume_24h_usd desc nulls last, project_id) where published;
create index project_lists_most_active on project_lists
  (meaningful_ships_30d desc nulls last, last_activity_at desc nulls last, project_id) where published;
create index project_lists_narratives on project_lists using gin (narratives) where published;

create function list_projects() returns trigger language plpgsql as $$
begin
  insert into project_lists (project_id, published, first_published_at, kind, launchpad)
  select id, state = 'published', first_published_at, kind, launchpad from added;
  return null;
end $$;
create trigger project_lists_added after insert on projects
  referencing new table as added for each statement execute function list_projects();

create function relist_project() returns trigger language plpgsql as $$
begin
  update project_lists
  set published = new.state = 'published', first_published_at = new.first_published_at, kind = new.kind,
    launchpad = new.launchpad
  where project_id = new.id;
  return null;
end $$;
-- Runs when the transaction commits: by then it holds the project's work mark, as evaluation does before it writes here.
create constraint trigger project_lists_moved after update on projects
  deferrable initially deferred for each row
  when ((old.state, old.first_published_at, old.kind, old.launchpad)
    is distinct from (new.state, new.first_published_at, new.kind, new.launchpad))
  execute function relist_project();

-- How many published projects each filter admits, as differences to be added up: writers never wait for each other.
create table project_counts (facet text not null, n bigint not null);
create index project_counts_facet on project_counts (facet) include (n);

create function list_facets(
  published boolean, activity_status text, kind text, launchpad text, tabs text[], narratives text[], held text[]
) returns text[] language sql immutable parallel safe
return case when published then
  array['all', 'status:' || activity_status]
  || array_remove(array['kind:' || kind, 'launchpad:' || launchpad], null)
  || array(select 'tab:' || tab from unnest(tabs) as tab)
  || array(select 'narrative:' || narrative from unnest(narratives) as narrative)
  || array(select 'has:' || fact from unnest(held) as fact)
else '{}'::text[] end;

create function count_listed() returns trigger language plpgsql as $$
begin
  insert into project_counts (facet, n)
  select facet, count(*) from listed, unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)) as facet
  group by facet;
  return null;
end $$;
create trigger project_counts_listed after insert on project_lists
  referencing new table as listed for each statement execute function count_listed();

create function count_unlisted() returns trigger language plpgsql as $$
begin
  insert into project_counts (facet, n)
  select facet, -count(*) from unlisted, unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)) as facet
  group by facet;
  return null;
end $$;
create trigger project_counts_unlisted after delete on project_lists
  referencing old table as unlisted for each statement execute function count_unlisted();

create function count_relisted() returns trigger language plpgsql as $$
begin
  insert into project_counts (facet, n)
  select facet, sum(difference) from (
    select unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)) as facet, 1 as difference
    from listed
    union all
    select unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)), -1 from unlisted
  ) as differences
  group by facet having sum(difference) <> 0;
  return null;
end $$;
create trigger project_counts_relisted after update on project_lists
  referencing old table as unlisted new table as listed for each statement execute function count_relisted();

insert into project_lists (project_id, published, first_published_at, kind, launchpad)
select id, state = 'published', first_published_at, kind, launchpad from projects;

-- Cards written before these columns are evaluated again, and lists fill with them.
update project_work set evaluate_due_at = 'epoch' where project_id in (select project_id from cards);
