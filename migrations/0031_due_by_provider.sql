-- Streams are claimed one provider at a time, the longest due first.
drop index source_streams_due;
drop index source_streams_provider;
create index source_streams_due on source_streams (provider, due_at);
