-- What ranking takes of each project, written by its evaluation, and where it was placed last. No market figure.
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
