-- What time alone makes the ledger look at again.
create index source_streams_failing on source_streams (failing_since) where failing_since is not null;
