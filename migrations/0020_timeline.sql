-- When a statement was first observed. `observed_at` moves with each reading; the place in a timeline does not.
alter table claims add column detected_at timestamptz;
update claims set detected_at = observed_at;
alter table claims
  alter column detected_at set not null,
  add constraint claims_detected_first check (detected_at <= observed_at);

-- One index for each kind of evidence in the order of a project's timeline. Ships, signals and evaluations have theirs.
drop index interfaces_project, implementations_project, locks_project, claims_project, site_changes_project;
create index interfaces_project on interfaces (project_id, (coalesce(verified_at, detected_at)) desc);
create index implementations_project on implementations (project_id, (coalesce(block_time, detected_at)) desc);
create index locks_project on locks (project_id, detected_at desc);
create index claims_project on claims (project_id, detected_at desc);
create index site_changes_project on site_changes (project_id, detected_at desc);
create index method_use_project on method_use (project_id, first_at desc);
create index sources_project on sources (project_id, attached_at desc);
