-- Projects whose work is not code.
alter table projects drop constraint projects_kind_check;
alter table projects add constraint projects_kind_check check (
  kind in ('protocol', 'app', 'infrastructure', 'tooling', 'game', 'data', 'documentation', 'art', 'other')
);
