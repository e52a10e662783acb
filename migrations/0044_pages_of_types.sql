-- Pages of a type are ordered by what no other index holds, so that none is read through in search of a seldom type.
create index changes_type_order on changes (type, (position + 0)) where superseded_by is null;
create index changes_type_arrival on changes (type, (first_position + 0) desc) where superseded_by is null and op = 'upsert';
drop index changes_type;
drop index changes_type_browse;
