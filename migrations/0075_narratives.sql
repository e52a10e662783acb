-- The slug of the narrative a claim assigns; its own words are the statement.
alter table claims add column narrative text check (narrative ~ '^[a-z0-9-]{1,80}$');
alter table claims add check ((kind = 'narrative') = (narrative is not null));
