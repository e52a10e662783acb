-- Names and symbols as searches compare them: whoever is named as written is found, however many others match.
create index projects_named on projects (lower(name collate "pg_c_utf8") collate "C") where state = 'published';
create index tokens_symbol on tokens (lower(symbol collate "pg_c_utf8") collate "C");
create index tokens_symbol_declared on tokens (lower(symbol_declared collate "pg_c_utf8") collate "C");
-- Whose number it is, without the row.
drop index project_lists_no;
create unique index project_lists_no on project_lists (no) include (project_id);
