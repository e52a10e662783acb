-- Why a ship counts as nothing; null while it counts, and while no evaluation has looked at it.
alter table ships add column not_counted_reason text;
alter table ships add constraint ships_counted_or_not check (counts_as is null or not_counted_reason is null);
create index ships_newest on ships (occurred_at desc, id) include (project_id) where withdrawn_at is null;
-- Whose ships are not listed.
create index project_lists_unpublished on project_lists (project_id) where not published;
