-- The last reading of the file that a claim calls a deploy record: { outcome, source, at }. Null until it was read.
alter table claims add record_check jsonb;
