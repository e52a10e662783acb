-- The UTC day of an instant, counted from 0001-01-01.
create function day_of(at timestamptz) returns integer language sql immutable parallel safe strict
return (at at time zone 'UTC')::date - date '0001-01-01';

-- Pages of what occurred within a span: a day, a stretch of days, or a type's stretch of days is read in either order.
create index changes_day on changes (day_of(occurred_at), position) include (occurred_at)
  where superseded_by is null and occurred_at is not null;
create index changes_day_browse on changes (day_of(occurred_at), first_position desc) include (occurred_at, project_id)
  where superseded_by is null and op = 'upsert' and occurred_at is not null;
create index changes_stretch on changes ((day_of(occurred_at) / 32), position)
  where superseded_by is null and occurred_at is not null;
create index changes_stretch_browse on changes ((day_of(occurred_at) / 32), first_position desc) include (project_id)
  where superseded_by is null and op = 'upsert' and occurred_at is not null;
create index changes_type_stretch on changes (type, (day_of(occurred_at) / 8), position) include (occurred_at)
  where superseded_by is null and occurred_at is not null;
create index changes_type_stretch_browse on changes (type, (day_of(occurred_at) / 8), first_position desc) include (occurred_at, project_id)
  where superseded_by is null and op = 'upsert' and occurred_at is not null;
drop index changes_occurred;
