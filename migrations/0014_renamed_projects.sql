-- The newest position of the ledger when the slug or the name of the project last changed; null if neither ever did. Events
-- that stand at or before it were read under another name, so each gets a revision.
alter table projects add column renamed_at_position bigint;
