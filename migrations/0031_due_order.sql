-- The order in which streams are leased, to the last column: the first that is due is found without sorting all that are due.
drop index source_streams_due;
create index source_streams_due on source_streams (provider, due_at, source_id, stream);
