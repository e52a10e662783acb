-- A page of a type, newest arrival first, reads that type alone. Pages of a domain are pages of its types.
create index changes_type_browse on changes (type, first_position desc) where superseded_by is null and op = 'upsert';
drop index changes_domain;
-- What an outside source dates within a span.
create index changes_occurred on changes (occurred_at) where superseded_by is null and occurred_at is not null;
