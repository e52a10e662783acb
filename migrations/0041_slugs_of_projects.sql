-- Every slug of one project, former ones included.
create index if not exists project_slugs_project on project_slugs (project_id);
