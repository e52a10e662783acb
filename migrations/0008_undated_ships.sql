-- A ship that no outside source dates has no time of its own: an upgrade that only the storage slot shows.
-- Lists and windows place it at its detection.
alter table ships alter column occurred_at drop not null;
update ships set occurred_at = null where kind = 'upgrade' and precision = 'OBSERVED';
alter table ships
  add column placed_at timestamptz not null generated always as (coalesce(occurred_at, detected_at)) stored,
  add constraint ships_dated_or_observed check (occurred_at is not null or precision = 'OBSERVED');

drop index ships_project, ships_newest, ships_kind;
create index ships_project on ships (project_id, placed_at desc);
create index ships_newest on ships (placed_at desc, id desc) include (project_id) where withdrawn_at is null;
create index ships_kind on ships (kind, placed_at desc, id desc) include (project_id) where withdrawn_at is null;
