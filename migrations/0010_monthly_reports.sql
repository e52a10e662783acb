-- Monthly reports: each is written once, when its month has ended. The newest month is the place of the pipeline.
create table monthly_reports (
  -- the first day of the month
  month date primary key check (extract(day from month) = 1),
  written_at timestamptz not null,
  -- the rules whose conclusions it counts, with their versions
  rules text[] not null check (cardinality(rules) > 0),
  -- counts alone: they name no project, so that they stay when a project is hidden
  counts jsonb not null
);
create trigger monthly_reports_written_once before update or delete on monthly_reports
  for each row execute function refuse_rewrite();

-- What a report highlights, each of one project. Reads leave out projects that are not published.
create table monthly_report_highlights (
  month date not null references monthly_reports,
  place integer not null check (place > 0),
  project_id uuid not null references projects,
  -- the project as it was called when the report was written
  slug slug not null,
  name text not null,
  type text not null,
  occurred_at timestamptz,
  detected_at timestamptz not null,
  precision text not null,
  evidence text[] not null,
  primary key (month, place)
);
create trigger monthly_report_highlights_written_once before update or delete on monthly_report_highlights
  for each row execute function refuse_rewrite();
