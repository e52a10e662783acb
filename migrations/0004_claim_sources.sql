-- A claim read at a source names it; one the catalogue states names none.
alter table claims add column source_id uuid references sources;
